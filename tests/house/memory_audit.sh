# Memory: the tests of the tools in audit/ again, under the sanitizers.
. tests/lib.sh
. tests/sanitized.sh
sanitized_tools audit
