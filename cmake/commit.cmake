# cmake -D SOURCE=CHECKOUT -D OUTPUT=FILE -P commit.cmake: writes the commit that is built as a C string, when it changed. Run at
# each build, so that a commit costs one small file and the link. A checkout without a history is "unknown".
set(commit "unknown")
find_program(GIT git)
if(GIT AND EXISTS "${SOURCE}/.git")
  execute_process(
    COMMAND "${GIT}" -c "safe.directory=${SOURCE}" describe --always --abbrev=12 --dirty=+changes "--exclude=*"
    WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND found MATCHES "^[0-9a-f]+(\\+changes)?$")
    set(commit "${found}")
  endif()
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "\"${commit}\"\n" @ONLY)
