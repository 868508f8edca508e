/**
 * Nodes of a line that allow rules can speak about, by unbash's names. All else, such as functions, tests, arithmetic and most
 * expansions, changes what its parts mean.
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
  // The words they stand in are named by a rule, or are not covered.
  'Glob',
  'SimpleExpansion',
  'For',
  'HereDoc',
  'HereDocBody',
  'HereDocDelimiter',
  'FileDescriptor',
]);
