# cgi_add_plugin(NAME SOURCES file... [LIBRARIES target...] [DESTINATION folder])
#
# A plugin is a MODULE called NAME.so. It sees the plugin header alone and is linked with -z defs, so a symbol that
# neither it nor its libraries define is an error when it is built, not when it is loaded. DESTINATION installs it there.
include_guard(GLOBAL)

function(cgi_add_plugin NAME)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DESTINATION" "SOURCES;LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cgi_add_plugin(${NAME}): what is '${arg_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "cgi_add_plugin(${NAME}): SOURCES is missing")
  endif()
  set(target cgi_plugin_${NAME})
  add_library(${target} MODULE ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE cgi::plugin ${arg_LIBRARIES})
  set_target_properties(
    ${target}
    PROPERTIES PREFIX "" OUTPUT_NAME "${NAME}" C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON C_STANDARD 11)
  # clang keeps the sanitizer's symbols in the program, where -z defs cannot see them.
  if(NOT (CGI_SANITIZE AND CMAKE_C_COMPILER_ID MATCHES "Clang"))
    target_link_options(${target} PRIVATE LINKER:-z,defs)
  endif()
  if(CGI_PLUGIN_OUTPUT_DIRECTORY)
    set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CGI_PLUGIN_OUTPUT_DIRECTORY}")
  endif()
  if(arg_DESTINATION)
    install(TARGETS ${target} LIBRARY DESTINATION "${arg_DESTINATION}")
  endif()
endfunction()
