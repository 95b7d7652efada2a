# isl and the GMP below it, as static libraries whose memory is asked of src/proof/relation/heap.c (docs/decisions/0013).
#
#   cgi::isl     links both; every function of GMP in them has a name of its own, so that a process that uses GMP is left alone
#   cgi::limbs   for sources that use those functions of GMP which take no memory: under these names, so that a start of the program
#                need not load a second GMP (docs/decisions/0074-a-start-loads-little.md)
#
# Debian's static libraries are used as they are: objcopy renames what they call (malloc, free, abort...) and what this GMP
# defines. stderr and what prints there are renamed as well: code that is not position-independent may not name stderr in a
# shared library, and nothing below the command line prints.
find_library(CGI_ISL_ARCHIVE NAMES libisl.a REQUIRED)
find_library(CGI_GMP_ARCHIVE NAMES libgmp.a REQUIRED)
find_path(CGI_ISL_INCLUDE NAMES isl/ctx.h REQUIRED)

set(isl_folder "${PROJECT_BINARY_DIR}/isl")
file(MAKE_DIRECTORY "${isl_folder}")
execute_process(COMMAND "${CMAKE_NM}" -g --defined-only "${CGI_GMP_ARCHIVE}" OUTPUT_VARIABLE symbols ERROR_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [A-Z] (_+gmp[A-Za-z0-9_]+|mp_[A-Za-z0-9_]+)" symbols "${symbols}")
list(REMOVE_DUPLICATES symbols)
set(names "")
foreach(function IN ITEMS malloc calloc realloc free strdup abort stderr fprintf __fprintf_chk fwrite fputs fputc)
  string(APPEND names "${function} cgi_isl_${function}\n")
endforeach()
foreach(symbol IN LISTS symbols)
  string(REGEX REPLACE "^ [A-Z] " "" symbol "${symbol}")
  string(APPEND names "${symbol} cgi_isl_${symbol}\n")
endforeach()
file(CONFIGURE OUTPUT "${isl_folder}/names" CONTENT "${names}" @ONLY)
set(limbs "${symbols}")
list(FILTER limbs INCLUDE REGEX " __gmpn_")
list(TRANSFORM limbs REPLACE "^ [A-Z] (.*)$" "#define \\1 cgi_isl_\\1\n")
string(JOIN "" limbs ${limbs})
file(CONFIGURE OUTPUT "${isl_folder}/limbs.h" CONTENT "${limbs}" @ONLY)
foreach(library isl gmp)
  string(TOUPPER "${library}" upper)
  add_custom_command(
    OUTPUT "${isl_folder}/lib${library}.a"
    COMMAND "${CMAKE_OBJCOPY}" "--redefine-syms=${isl_folder}/names" "${CGI_${upper}_ARCHIVE}" "${isl_folder}/lib${library}.a"
    DEPENDS "${CGI_${upper}_ARCHIVE}" "${isl_folder}/names"
    VERBATIM)
endforeach()
add_custom_target(cgi_isl_archives DEPENDS "${isl_folder}/libisl.a" "${isl_folder}/libgmp.a")
add_library(cgi_isl INTERFACE)
add_library(cgi::isl ALIAS cgi_isl)
add_dependencies(cgi_isl cgi_isl_archives)
target_include_directories(cgi_isl SYSTEM INTERFACE "${CGI_ISL_INCLUDE}")
target_link_libraries(cgi_isl INTERFACE "${isl_folder}/libisl.a" "${isl_folder}/libgmp.a")
add_library(cgi_limbs INTERFACE)
add_library(cgi::limbs ALIAS cgi_limbs)
set(CGI_LIMBS_OPTIONS -include "${isl_folder}/limbs.h")
target_compile_options(cgi_limbs INTERFACE ${CGI_LIMBS_OPTIONS})
target_include_directories(cgi_limbs SYSTEM INTERFACE ${GMP_INCLUDE_DIRS})
# In a shared library their symbols are its own: nobody else sees them, and code that is not position-independent may name them.
target_link_options(cgi_isl INTERFACE LINKER:--exclude-libs,libisl.a:libgmp.a)
