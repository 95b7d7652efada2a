# What every target of the project is compiled with. Users' CMAKE_C_FLAGS stay theirs, and nothing here is tuned to the
# machine that happens to build.
add_library(cgi_flags INTERFACE)
target_compile_features(cgi_flags INTERFACE c_std_17)
target_compile_definitions(cgi_flags INTERFACE _GNU_SOURCE)
target_include_directories(cgi_flags INTERFACE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/include")
# Plugins take the options without the include paths: they see public headers only.
set(CGI_COMPILE_OPTIONS
    -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    $<$<BOOL:${CGI_WERROR}>:-Werror>
    # Release means -O2 here, what measurements are made with.
    $<$<CONFIG:Release>:-O2>
    $<$<BOOL:${CGI_COVERAGE}>:--coverage>)
target_compile_options(cgi_flags INTERFACE ${CGI_COMPILE_OPTIONS})
target_link_options(cgi_flags INTERFACE $<$<BOOL:${CGI_COVERAGE}>:--coverage>)

add_library(cgi_san INTERFACE)
if(CGI_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # Under the sanitizers -O2 takes three times as long to compile as -O1 and saves little when the tests run. Lines are
  # what a report of theirs needs; all else that -g brings is a quarter of the compiler's time and half of the build folder.
  target_compile_options(cgi_san INTERFACE ${sanitizers} -O1 $<$<CONFIG:RelWithDebInfo>:-g1>)
  target_link_options(cgi_san INTERFACE ${sanitizers})
endif()
if(CGI_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "CGI_FUZZ needs clang: configure with -DCMAKE_C_COMPILER=clang")
  endif()
  target_compile_options(cgi_san INTERFACE -fsanitize=fuzzer-no-link)
endif()
