/** One argument of a tool, and the other names by which models call it. */
export interface Field {
  readonly name: string;
  /** Exact, case-sensitive. */
  readonly aliases: readonly string[];
  /** Text that is a number is taken as one. */
  readonly isNumber?: boolean | undefined;
  /** An alias is touched only where the argument is missing, since the tool may know what is meant by it. */
  readonly fillsOnly?: boolean | undefined;
}

/** Table of repairs for a tool's arguments. */
export interface RepairTable {
  readonly fields: readonly Field[];
  /** List `edits` of replacements, if the tool takes one. */
  readonly edits?: EditList | undefined;
}

export interface EditList {
  /** Fields of each replacement. */
  readonly fields: readonly Field[];
  /** `oldText` and `newText` beside the list, or in its place, are a replacement. */
  readonly takesPair: boolean;
}

/** Other names of each argument: those of pi-tool-guard, and for commands those by which other agents' tools are known. */
const ALIASES = {
  path: ['file', 'filePath', 'file_path', 'target', 'filename', 'file_name'],
  oldText: [
    'old_str',
    'old_string',
    'old_text',
    'oldStr',
    'oldString',
    'oldContent',
    'old_content',
    'old',
    'original',
    'search',
  ],
  newText: [
    'new_str',
    'new_string',
    'new_text',
    'newStr',
    'newString',
    'newContent',
    'new_content',
    'new',
    'replacement',
    'replace',
  ],
  file_content: ['content', 'text', 'body', 'code', 'data', 'fileContent', 'contents'],
  content: ['file_content', 'text', 'body', 'code', 'data', 'fileContent', 'contents'],
  offset: ['start', 'startLine', 'start_line', 'from', 'line'],
  limit: ['lines', 'maxLines', 'max_lines', 'count', 'numLines', 'num_lines'],
  command_line: ['command', 'cmd', 'commandLine', 'script'],
  working_dir: ['cwd', 'workdir', 'workingDir', 'working_directory', 'workingDirectory', 'dir', 'directory'],
} as const;

export type FieldName = keyof typeof ALIASES;

/** An argument with all its other names. */
export function field(name: FieldName): Field {
  const isNumber = name === 'offset' || name === 'limit';
  return { name, aliases: ALIASES[name], ...(isNumber && { isNumber }) };
}

export const FIELD_NAMES = Object.keys(ALIASES) as readonly FieldName[];

const EDIT_FIELDS = [field('path'), field('oldText'), field('newText')];

/** Tables of our own tools, by name. */
export const OWN_TABLES: ReadonlyMap<string, RepairTable> = new Map<string, RepairTable>([
  ['edit_file', { fields: EDIT_FIELDS, edits: { fields: EDIT_FIELDS, takesPair: true } }],
  ['create_or_update_file', { fields: [field('path'), field('file_content')] }],
  ['read_file', { fields: [field('path'), field('offset'), field('limit')] }],
  ['delete_file_or_dir', { fields: [field('path')] }],
  ['execute_command', { fields: [field('command_line'), field('working_dir')] }],
]);
