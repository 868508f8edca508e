/** unbash's names of constructs whose words below are not their names taken apart. */
const WORDS: Readonly<Record<string, string>> = {
  AndOr: 'commands joined by && or ||',
  AnsiCQuoted: "text quoted with $'…'",
  ArithmeticCommand: 'an arithmetic command ((…))',
  ArithmeticCommandExpansion: 'a command within an arithmetic expression',
  ArithmeticExpansion: 'an arithmetic expression $((…))',
  ArithmeticFor: 'a loop that counts, for ((…))',
  ArrayValue: 'an array',
  Assignment: 'a variable that is set',
  BraceExpansion: 'alternatives in braces, {a,b}',
  BraceGroup: 'commands grouped by braces',
  Case: 'a case',
  CaseItem: 'a case',
  CaseModification: 'an expansion that changes the case of letters',
  Command: 'a command',
  CommandExpansion: 'the output of another command, $(…)',
  CompoundList: 'a list of commands',
  Coproc: 'a command in the background, coproc',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expansion of bash.
  Default: 'an expansion with a default, ${…:-…}',
  DoubleQuoted: 'quoted text',
  ExtendedGlob: 'an extended pattern for file names',
  FileDescriptor: 'a file descriptor',
  FileDescriptorVariable: 'a file descriptor in a variable',
  For: 'a loop, for',
  Function: 'a function',
  Glob: 'a pattern for file names',
  HereDoc: 'a here-document',
  HereDocBody: 'a here-document',
  HereDocDelimiter: 'a here-document',
  HereString: 'text given with <<<',
  If: 'a condition, if',
  Elif: 'a condition, elif',
  Literal: 'plain text',
  LocaleString: 'translated text, $"…"',
  Names: 'an expansion to the names of variables',
  Negation: 'a command negated with !',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expansion of bash.
  ParameterExpansion: 'an expansion of a variable, ${…}',
  Pipeline: 'a pipeline',
  ProcessSubstitution: 'a command in place of a file, <(…) or >(…)',
  Redirect: 'a redirection',
  Redirected: 'a redirection',
  Remove: 'an expansion that removes a part of a text',
  Replace: 'an expansion that replaces a part of a text',
  Script: 'a script',
  Select: 'a menu, select',
  SimpleExpansion: 'an expansion of a variable',
  SingleQuoted: 'quoted text',
  Slice: 'an expansion to a part of a text',
  Statement: 'a command',
  Subshell: 'commands in a subshell, (…)',
  TestCommand: 'a test, [[…]]',
  Time: 'a command that is timed',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expansion of bash.
  Transform: 'an expansion that evaluates a text, ${…@…}',
  Unknown: 'something that could not be read',
  While: 'a loop, while or until',
  Word: 'a word',
};

/** Describes a node of a line's tree in plain words; `type` is unbash's name of it, such as `CommandExpansion`. */
export function constructWords(type: string): string {
  if (Object.hasOwn(WORDS, type)) return WORDS[type] ?? type;
  if (type.startsWith('Test')) return 'a test, [[…]]';
  if (type.startsWith('Arithmetic')) return 'an arithmetic expression';
  return `a construct called ${type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}`;
}
