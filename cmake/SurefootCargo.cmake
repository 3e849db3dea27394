# Builds libsurefoot with cargo as part of a CMake project: target Surefoot::surefoot. Needs a Rust toolchain.
#
# Either add_subdirectory(surefoot/cmake) or include this file. SUREFOOT_PROFILE is release unless set.
include_guard(GLOBAL)

set(SUREFOOT_PROFILE release CACHE STRING "Cargo profile that libsurefoot is built with")
get_filename_component(SUREFOOT_SOURCE "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
find_program(SUREFOOT_CARGO cargo REQUIRED)

if(DEFINED ENV{CARGO_TARGET_DIR})
  set(_surefoot_target "$ENV{CARGO_TARGET_DIR}")
else()
  set(_surefoot_target "${CMAKE_CURRENT_BINARY_DIR}/surefoot-target")
endif()
if(SUREFOOT_PROFILE STREQUAL dev)
  set(_surefoot_built "${_surefoot_target}/debug")
else()
  set(_surefoot_built "${_surefoot_target}/${SUREFOOT_PROFILE}")
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
elseif(APPLE)
  set(_surefoot_made libsurefoot.dylib)
  set(_surefoot_library "${_surefoot_folder}/libsurefoot.${_surefoot_abi}.dylib")
else()
  set(_surefoot_made libsurefoot.so)
  set(_surefoot_library "${_surefoot_folder}/libsurefoot.so.${_surefoot_abi}")
endif()

# Cargo knows what has changed; asking it costs a moment.
add_custom_target(
  surefoot_cargo ALL
  COMMAND ${CMAKE_COMMAND} -E env "CARGO_TARGET_DIR=${_surefoot_target}" ${SUREFOOT_CARGO} build --quiet -p
          surefoot-library --profile ${SUREFOOT_PROFILE}
  COMMAND ${CMAKE_COMMAND} -E make_directory "${_surefoot_folder}"
  COMMAND ${CMAKE_COMMAND} -E copy_if_different "${_surefoot_built}/${_surefoot_made}" "${_surefoot_library}"
  BYPRODUCTS "${_surefoot_library}"
  WORKING_DIRECTORY "${SUREFOOT_SOURCE}"
  VERBATIM)

add_library(surefoot_shared SHARED IMPORTED GLOBAL)
set_target_properties(surefoot_shared PROPERTIES IMPORTED_LOCATION "${_surefoot_library}"
                                                 INTERFACE_INCLUDE_DIRECTORIES "${SUREFOOT_SOURCE}/ffi/include")
if(MINGW)
  set_target_properties(surefoot_shared PROPERTIES IMPORTED_IMPLIB "${_surefoot_built}/libsurefoot.dll.a")
elseif(WIN32)
  set_target_properties(surefoot_shared PROPERTIES IMPORTED_IMPLIB "${_surefoot_built}/surefoot.dll.lib")
endif()
add_dependencies(surefoot_shared surefoot_cargo)
add_library(Surefoot::surefoot ALIAS surefoot_shared)
