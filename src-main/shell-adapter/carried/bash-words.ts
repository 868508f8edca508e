/** Names that bash itself gives a meaning. */
const WORDS = new Set(
  `. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec
  exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly
  return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait
  if then else elif fi case esac for select while until do done in function time coproc { } ! [[ ]]
  command_not_found_handle`.split(/\s+/),
);

/** Whether a function or an alias of that name would take the place of something of bash, or be run by it unasked. */
export const isBashWord = (name: string): boolean => WORDS.has(name);
