/**
 * Nodes of a line that allow rules can speak about, by unbash's names. All else, such as loops, functions, tests, arithmetic and
 * every expansion, changes what its parts mean.
 */
export const NAMEABLE: ReadonlySet<string> = new Set([
  'Script',
  'Statement',
  'CompoundList',
  'AndOr',
  'Pipeline',
  'Negation',
  'Command',
  'Subshell',
  'BraceGroup',
  'If',
  'Elif',
  'Word',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'AnsiCQuoted',
  'Assignment',
  'Redirect',
  'Redirected',
  'FileDescriptor',
]);
