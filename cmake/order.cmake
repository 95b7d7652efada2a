# Lays the functions that questions run side by side in the program, so that a start touches a few pages of it and not nearly all
# (docs/decisions/0123). cmake/order.txt, written by bench/order, names them: FILE FUNCTION, those of the same questions together; * is
# any file. A name that is not there any more is no mistake: its line does nothing.
#
#   cgi_order_flags       INTERFACE: each function in a section of its own
#   cgi_order(TARGET)     links a program that way, where the linker says what its script is, as GNU ld does
include(CheckLinkerFlag)
add_library(cgi_order_flags INTERFACE)

set(CGI_ORDER_SCRIPT "${PROJECT_BINARY_DIR}/order.ld")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/order.txt")

# The linker's own script, with these functions ahead of all others in .text. `written`: was there one?
function(write_order_script written)
  set(${written} FALSE PARENT_SCOPE)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS} ${CMAKE_EXE_LINKER_FLAGS}")
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/order.c" CONTENT "int main(void) { return 0; }\n")
  execute_process(
    COMMAND "${CMAKE_C_COMPILER}" ${flags} -Wl,--verbose "${PROJECT_BINARY_DIR}/order.c" -o "${PROJECT_BINARY_DIR}/order.out"
    OUTPUT_VARIABLE said ERROR_QUIET)
  file(REMOVE "${PROJECT_BINARY_DIR}/order.out")
  set(first "\n    *(.text.unlikely")
  string(REGEX REPLACE "^.*\n=====+\n(.*)\n=====+\n.*$" "\\1" own "${said}")
  string(FIND "${own}" "${first}" at)
  if(at EQUAL -1 OR own STREQUAL said)
    return()
  endif()
  file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/order.txt" lines)
  set(text "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[^ ]*/" "" line "${line}") # an archive knows its members by the last part alone
    string(REGEX REPLACE "^([^ *]+) " "*\\1.o " line "${line}")
    string(REGEX REPLACE "^([^ ]+) (.*)$" "\n    \\1(.text.\\2 .text.\\2.*)" line "${line}")
    string(APPEND text "${line}")
  endforeach()
  string(REPLACE "${first}" "${text}${first}" own "${own}")
  file(CONFIGURE OUTPUT "${CGI_ORDER_SCRIPT}" CONTENT "${own}\n" @ONLY)
  set(${written} TRUE PARENT_SCOPE)
endfunction()

# Sanitizers fill most pages anyway, and a report is easier to read against the usual layout.
if(NOT CGI_SANITIZE AND NOT CGI_COVERAGE)
  write_order_script(CGI_ORDERS)
endif()
if(CGI_ORDERS)
  check_linker_flag(C "-Wl,-T,${CGI_ORDER_SCRIPT}" CGI_LINKER_ORDERS)
endif()
if(CGI_ORDERS AND CGI_LINKER_ORDERS)
  target_compile_options(cgi_order_flags INTERFACE -ffunction-sections)
endif()

function(cgi_order target)
  if(CGI_ORDERS AND CGI_LINKER_ORDERS)
    target_link_options("${target}" PRIVATE "-Wl,-T,${CGI_ORDER_SCRIPT}")
    set_property(TARGET "${target}" APPEND PROPERTY LINK_DEPENDS "${CGI_ORDER_SCRIPT}")
  endif()
endfunction()
