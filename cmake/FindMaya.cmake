# find_package(Maya): target Maya::Maya and the function maya_plugin(). Never downloads anything.
#
# Where it looks, in this order; each may be a CMake variable or an environment variable:
#   DEVKIT_LOCATION   the folder of the devkit (devkitBase), which has include/maya
#   MAYA_LOCATION     the folder of Maya itself: /usr/autodesk/maya2024, C:/Program Files/Autodesk/Maya2024,
#                     /Applications/Autodesk/maya2024 or the Maya.app/Contents in it
#   MAYA_VERSION      the year; then Maya's usual folder of that year. Also find_package(Maya 2024)
# A folder that is given and is not one is an error: no other folder is tried in its place.
#
#   MAYA_HEADERS_ONLY Linux: link without Maya's libraries, which Maya itself brings when it loads the plug-in
#   MAYA_DOUBLE       the folder of a double of Maya, with include/maya, for tests without Maya; MAYA_VERSION tells the
#                     year that it stands for
#
# Sets MAYA_API_VERSION (20240200), MAYA_APP_VERSION (2024), MAYA_PLATFORM as module files name it (linux, win64, mac),
# MAYA_PLUGIN_SUFFIX, MAYA_INCLUDE_DIR and MAYA_LIBRARIES.
include_guard(GLOBAL)
include(FindPackageHandleStandardArgs)

set(MAYA_VERSION "$ENV{MAYA_VERSION}" CACHE STRING "Year of the Maya to build for, such as 2024")
set(DEVKIT_LOCATION "$ENV{DEVKIT_LOCATION}" CACHE PATH "Folder of Maya's devkit, which has include/maya")
set(MAYA_LOCATION "$ENV{MAYA_LOCATION}" CACHE PATH "Folder of Maya")
set(MAYA_DOUBLE "" CACHE PATH "Folder of a double of Maya, for tests without Maya")
option(MAYA_HEADERS_ONLY "Link without Maya's libraries; on Linux Maya brings them when it loads the plug-in" OFF)

set(_maya_year "${MAYA_VERSION}")
if(Maya_FIND_VERSION)
  if(_maya_year AND NOT _maya_year EQUAL Maya_FIND_VERSION)
    message(FATAL_ERROR "find_package asks for Maya ${Maya_FIND_VERSION}, but MAYA_VERSION is ${_maya_year}")
  endif()
  set(_maya_year "${Maya_FIND_VERSION}")
endif()

if(WIN32)
  set(MAYA_PLATFORM win64)
  set(MAYA_PLUGIN_SUFFIX .mll)
  set(_maya_usual "C:/Program Files/Autodesk/Maya${_maya_year}")
elseif(APPLE)
  set(MAYA_PLATFORM mac)
  set(MAYA_PLUGIN_SUFFIX .bundle)
  set(_maya_usual "/Applications/Autodesk/maya${_maya_year}")
else()
  set(MAYA_PLATFORM linux)
  set(MAYA_PLUGIN_SUFFIX .so)
  set(_maya_usual "/usr/autodesk/maya${_maya_year}")
endif()

set(MAYA_INCLUDE_DIR MAYA_INCLUDE_DIR-NOTFOUND)
set(MAYA_LIBRARIES "")
set(MAYA_API_VERSION "")
set(_maya_why "")

# The include folder in `folder`; empty if there is none.
function(_maya_headers_in folder out)
  set(middles include devkit/include devkitBase/include)
  if(APPLE)
    # Of Maya.app/Contents, which MAYA_LOCATION is inside Maya.
    list(APPEND middles ../../include ../../devkit/include)
  endif()
  foreach(middle IN LISTS middles)
    if(EXISTS "${folder}/${middle}/maya/MTypes.h")
      get_filename_component(found "${folder}/${middle}" ABSOLUTE)
      set(${out} "${found}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${out} "" PARENT_SCOPE)
endfunction()

set(_maya_folders "")
if(MAYA_DOUBLE)
  _maya_headers_in("${MAYA_DOUBLE}" MAYA_INCLUDE_DIR)
  if(NOT MAYA_INCLUDE_DIR)
    set(_maya_why "MAYA_DOUBLE is ${MAYA_DOUBLE}, which has no include/maya/MTypes.h.")
  elseif(NOT _maya_year)
    set(_maya_why "Set MAYA_VERSION to the year that the double stands for.")
  else()
    set(MAYA_API_VERSION "${_maya_year}0000")
  endif()
else()
  foreach(_maya_given DEVKIT_LOCATION MAYA_LOCATION)
    if(${_maya_given})
      file(TO_CMAKE_PATH "${${_maya_given}}" _maya_folder)
      list(APPEND _maya_folders "${_maya_folder}")
      if(NOT IS_DIRECTORY "${_maya_folder}")
        string(APPEND _maya_why "${_maya_given} is ${_maya_folder}, which is not a folder. ")
      elseif(NOT MAYA_INCLUDE_DIR)
        _maya_headers_in("${_maya_folder}" MAYA_INCLUDE_DIR)
      endif()
      # Maya itself comes without headers from 2019 on, so only a devkit must have them.
      if(_maya_given STREQUAL "DEVKIT_LOCATION" AND NOT MAYA_INCLUDE_DIR AND NOT _maya_why)
        set(_maya_why
            "DEVKIT_LOCATION is ${_maya_folder}, which has no include/maya/MTypes.h. Give the folder devkitBase of the unpacked devkit. "
        )
      endif()
    endif()
  endforeach()
  if(NOT _maya_folders)
    if(_maya_year)
      set(_maya_folders "${_maya_usual}")
      _maya_headers_in("${_maya_usual}" MAYA_INCLUDE_DIR)
      if(NOT MAYA_INCLUDE_DIR)
        set(_maya_why "There are no headers of Maya ${_maya_year} in ${_maya_usual}. ")
      endif()
    else()
      set(_maya_why "Nothing tells which Maya to build for. ")
    endif()
  endif()
  if(NOT MAYA_INCLUDE_DIR)
    if(NOT _maya_why)
      set(_maya_why "MAYA_LOCATION is ${MAYA_LOCATION}, which has no headers. ")
    endif()
    string(APPEND _maya_why "Download the devkit of your Maya from Autodesk, unpack it, and set DEVKIT_LOCATION to its folder "
                            "devkitBase, and MAYA_LOCATION to Maya's own folder if the devkit has no libraries.")
  endif()

  if(MAYA_INCLUDE_DIR)
    set(_maya_pattern "^[ \t]*#[ \t]*define[ \t]+MAYA_API_VERSION[ \t]+([0-9]+).*")
    file(STRINGS "${MAYA_INCLUDE_DIR}/maya/MTypes.h" _maya_lines REGEX "${_maya_pattern}")
    if(_maya_lines)
      list(GET _maya_lines 0 _maya_line)
      string(REGEX REPLACE "${_maya_pattern}" "\\1" MAYA_API_VERSION "${_maya_line}")
    else()
      set(_maya_why "${MAYA_INCLUDE_DIR}/maya/MTypes.h does not define MAYA_API_VERSION.")
    endif()
  endif()
endif()

if(MAYA_API_VERSION)
  string(SUBSTRING "${MAYA_API_VERSION}" 0 4 MAYA_APP_VERSION)
  if(_maya_year AND NOT MAYA_APP_VERSION EQUAL _maya_year)
    set(_maya_why
        "Maya ${_maya_year} was asked for, but the headers in ${MAYA_INCLUDE_DIR} are those of Maya ${MAYA_APP_VERSION}.")
  elseif(MAYA_APP_VERSION LESS 2022)
    set(_maya_why "The headers in ${MAYA_INCLUDE_DIR} are those of Maya ${MAYA_APP_VERSION}. Surefoot needs 2022 or later.")
  endif()
endif()

set(_maya_needed OpenMaya OpenMayaAnim OpenMayaUI OpenMayaRender Foundation)
if(MAYA_INCLUDE_DIR AND NOT _maya_why AND NOT MAYA_DOUBLE AND NOT MAYA_HEADERS_ONLY)
  foreach(_maya_name IN LISTS _maya_needed)
    # Asked anew in every run: a build folder may be given another Maya.
    unset(_maya_library CACHE)
    find_library(
      _maya_library
      NAMES ${_maya_name}
      HINTS ${_maya_folders} "${MAYA_INCLUDE_DIR}/.."
      PATH_SUFFIXES lib MacOS Maya.app/Contents/MacOS
      NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    if(_maya_library)
      list(APPEND MAYA_LIBRARIES "${_maya_library}")
    else()
      list(APPEND _maya_missing ${_maya_name})
    endif()
  endforeach()
  unset(_maya_library CACHE)
  if(_maya_missing)
    string(REPLACE ";" ", " _maya_missing "${_maya_missing}")
    string(REPLACE ";" ", " _maya_searched "${_maya_folders}")
    set(_maya_why "The libraries ${_maya_missing} are not in lib of ${_maya_searched}. Set MAYA_LOCATION to Maya's own folder")
    if(MAYA_PLATFORM STREQUAL linux)
      string(APPEND _maya_why ", or MAYA_HEADERS_ONLY=ON to link without them")
    endif()
    string(APPEND _maya_why ".")
  endif()
endif()

if(_maya_why)
  set(MAYA_INCLUDE_DIR MAYA_INCLUDE_DIR-NOTFOUND)
endif()
find_package_handle_standard_args(
  Maya
  REQUIRED_VARS MAYA_INCLUDE_DIR MAYA_API_VERSION
  VERSION_VAR MAYA_APP_VERSION
  REASON_FAILURE_MESSAGE "${_maya_why}")

if(Maya_FOUND AND NOT TARGET Maya::Maya)
  add_library(Maya::Maya INTERFACE IMPORTED)
  # As system headers, so that warnings are about our own code.
  set_target_properties(Maya::Maya PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${MAYA_INCLUDE_DIR}"
                                              INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${MAYA_INCLUDE_DIR}"
                                              INTERFACE_LINK_LIBRARIES "${MAYA_LIBRARIES}")
  if(MAYA_DOUBLE)
    set_property(TARGET Maya::Maya PROPERTY INTERFACE_COMPILE_DEFINITIONS MAYA_DOUBLE_YEAR=${_maya_year})
  elseif(WIN32)
    set_property(TARGET Maya::Maya PROPERTY INTERFACE_COMPILE_DEFINITIONS NT_PLUGIN REQUIRE_IOSTREAM _BOOL)
  elseif(APPLE)
    set_property(TARGET Maya::Maya PROPERTY INTERFACE_COMPILE_DEFINITIONS OSMac_ OSMacOSX_ MAC_PLUGIN REQUIRE_IOSTREAM _BOOL)
  endif()
endif()

# Makes a MODULE target a plug-in of Maya: name without "lib", Maya's suffix, entry points exported, Maya linked.
function(maya_plugin target)
  target_link_libraries(${target} PRIVATE Maya::Maya)
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX "${MAYA_PLUGIN_SUFFIX}")
  if(WIN32)
    # Both have C++ names; the linker finds them by their plain ones.
    target_link_options(${target} PRIVATE /export:initializePlugin /export:uninitializePlugin)
  elseif(APPLE AND (MAYA_DOUBLE OR MAYA_HEADERS_ONLY))
    target_link_options(${target} PRIVATE -undefined dynamic_lookup)
  endif()
endfunction()
