# Builds libsurefoot with cargo as part of a CMake project: targets Surefoot::surefoot (shared) and
# Surefoot::surefoot_static. Needs a Rust toolchain.
#
# Either add_subdirectory(surefoot/cmake) or include this file. SUREFOOT_PROFILE is release unless set;
# SUREFOOT_CARGO_TARGET names Rust's target where CMake compiles for another machine, such as x86_64-pc-windows-gnu.
include_guard(GLOBAL)

set(SUREFOOT_PROFILE release CACHE STRING "Cargo profile that libsurefoot is built with")
set(SUREFOOT_CARGO_TARGET "$ENV{CARGO_BUILD_TARGET}" CACHE STRING "Rust target, where it is not this machine's own")
get_filename_component(SUREFOOT_SOURCE "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
find_program(SUREFOOT_CARGO cargo REQUIRED)

if(DEFINED ENV{CARGO_TARGET_DIR})
  set(_surefoot_target "$ENV{CARGO_TARGET_DIR}")
else()
  set(_surefoot_target "${CMAKE_CURRENT_BINARY_DIR}/surefoot-target")
endif()
set(_surefoot_built "${_surefoot_target}")
set(_surefoot_arguments --profile ${SUREFOOT_PROFILE})
if(SUREFOOT_CARGO_TARGET)
  string(APPEND _surefoot_built "/${SUREFOOT_CARGO_TARGET}")
  list(APPEND _surefoot_arguments --target ${SUREFOOT_CARGO_TARGET})
endif()
if(SUREFOOT_PROFILE STREQUAL dev)
  string(APPEND _surefoot_built "/debug")
else()
  string(APPEND _surefoot_built "/${SUREFOOT_PROFILE}")
endif()

file(STRINGS "${SUREFOOT_SOURCE}/ffi/include/surefoot.h" _surefoot_version REGEX "#define SUREFOOT_VERSION ")
string(REGEX MATCH "([0-9]+)\\.([0-9]+)" _surefoot_abi "${_surefoot_version}")
if(NOT CMAKE_MATCH_1 EQUAL 0)
  set(_surefoot_abi "${CMAKE_MATCH_1}")
endif()
# The build folder gets the file under the name that programs will look for.
set(_surefoot_folder "${CMAKE_CURRENT_BINARY_DIR}/surefoot")
if(WIN32)
  set(_surefoot_made surefoot.dll)
  set(_surefoot_library "${_surefoot_folder}/surefoot.dll")
  # Programs link the import library, which is named by the compiler that makes it.
  if(MINGW)
    set(_surefoot_import "${_surefoot_built}/libsurefoot.dll.a")
  else()
    set(_surefoot_import "${_surefoot_built}/surefoot.dll.lib")
  endif()
elseif(APPLE)
  set(_surefoot_made libsurefoot.dylib)
  set(_surefoot_library "${_surefoot_folder}/libsurefoot.${_surefoot_abi}.dylib")
else()
  set(_surefoot_made libsurefoot.so)
  set(_surefoot_library "${_surefoot_folder}/libsurefoot.so.${_surefoot_abi}")
endif()

# Cargo's name of the static library goes by the compiler, as that of the import library does.
if(WIN32 AND NOT MINGW)
  set(_surefoot_static "${_surefoot_built}/surefoot.lib")
else()
  set(_surefoot_static "${_surefoot_built}/libsurefoot.a")
endif()

# Cargo knows what has changed; asking it costs a moment.
add_custom_target(
  surefoot_cargo ALL
  COMMAND ${CMAKE_COMMAND} -E env "CARGO_TARGET_DIR=${_surefoot_target}" ${SUREFOOT_CARGO} build --quiet -p
          surefoot-library ${_surefoot_arguments}
  COMMAND ${CMAKE_COMMAND} -E make_directory "${_surefoot_folder}"
  COMMAND ${CMAKE_COMMAND} -E copy_if_different "${_surefoot_built}/${_surefoot_made}" "${_surefoot_library}"
  BYPRODUCTS "${_surefoot_library}" "${_surefoot_static}" ${_surefoot_import}
  WORKING_DIRECTORY "${SUREFOOT_SOURCE}"
  VERBATIM)

add_library(surefoot_shared SHARED IMPORTED GLOBAL)
set_target_properties(surefoot_shared PROPERTIES IMPORTED_LOCATION "${_surefoot_library}"
                                                 INTERFACE_INCLUDE_DIRECTORIES "${SUREFOOT_SOURCE}/ffi/include")
if(WIN32)
  set_target_properties(surefoot_shared PROPERTIES IMPORTED_IMPLIB "${_surefoot_import}")
endif()
add_dependencies(surefoot_shared surefoot_cargo)
add_library(Surefoot::surefoot ALIAS surefoot_shared)

add_library(Surefoot::surefoot_static STATIC IMPORTED GLOBAL)
set_target_properties(
  Surefoot::surefoot_static PROPERTIES IMPORTED_LOCATION "${_surefoot_static}" INTERFACE_INCLUDE_DIRECTORIES
                                                                               "${SUREFOOT_SOURCE}/ffi/include")
# As in SurefootConfig.cmake.in.
if(WIN32)
  set_property(TARGET Surefoot::surefoot_static PROPERTY INTERFACE_LINK_LIBRARIES ws2_32 userenv ntdll bcrypt advapi32)
elseif(NOT APPLE)
  set_property(TARGET Surefoot::surefoot_static PROPERTY INTERFACE_LINK_LIBRARIES gcc_s util rt pthread m dl)
endif()
add_dependencies(Surefoot::surefoot_static surefoot_cargo)
