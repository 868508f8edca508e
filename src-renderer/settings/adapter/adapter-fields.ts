/** A key of the Shell Adapter's file that the form has. */
export type AdapterField = {
  /** Dotted, as the file nests it. */
  readonly key: string;
  readonly title: string;
  readonly help: string;
} & (
  | { readonly kind: 'choice'; readonly choices: readonly { readonly value: string; readonly label: string }[] }
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly isWhole?: true }
  | { readonly kind: 'text' }
);

/** Fields that most people change; the file has more keys. */
export const ADAPTER_FIELDS: readonly AdapterField[] = [
  {
    key: 'adapter.preset',
    title: 'Limits',
    help: 'Limits for commands of clients. A limit that the file sets by its own key wins over these.',
    kind: 'choice',
    choices: [
      { value: 'desktop', label: 'Desktop: for ordinary tools' },
      { value: 'document', label: 'Original specification: 50 % CPU, 50 MB' },
    ],
  },
  {
    key: 'adapter.confirmation.mode',
    title: 'Ask before a command runs',
    help: 'A command is risky if it has a known danger, runs an unknown program or cannot be read. With Workspace, a risky command that stays in the box of the workspace (npm test, make, a script) runs without asking; commands that leave the box, are always asked about or are denied are treated as before.',
    kind: 'choice',
    choices: [
      { value: 'risky', label: 'Before risky commands' },
      { value: 'workspace', label: 'Before commands that leave the box (Workspace)' },
      { value: 'all', label: 'Before every command' },
      { value: 'off', label: 'Never' },
    ],
  },
  {
    key: 'adapter.confirmation.approver',
    title: 'Who is asked',
    help: 'You, with the same card as for this app’s own commands; or the client, which must say yes once more.',
    kind: 'choice',
    choices: [
      { value: 'user', label: 'You' },
      { value: 'client', label: 'The client' },
    ],
  },
  {
    key: 'adapter.confirmation.timeout',
    title: 'Time to answer',
    help: 'In seconds; then the answer is no',
    kind: 'number',
    least: 1,
    most: 86_400,
  },
  {
    key: 'adapter.workspace_directory',
    title: 'Workspace',
    help: 'Folder where shells start; the disk limit counts what is added to it. ~ is your home',
    kind: 'text',
  },
  {
    key: 'socketio.port',
    title: 'Port',
    help: 'Where it listens on this machine; 0 takes any that is free',
    kind: 'number',
    least: 0,
    most: 65_535,
    isWhole: true,
  },
];

/** Finds the problem of what was typed; `undefined` if there is none. */
export function typedProblem(field: AdapterField, text: string): string | undefined {
  if (field.kind === 'choice') return undefined;
  if (field.kind === 'text') return text.trim() === '' ? 'It must not be empty' : undefined;
  const value = Number(text.trim());
  const isNumber = text.trim() !== '' && value >= field.least && value <= field.most;
  if (isNumber && (field.isWhole !== true || Number.isInteger(value))) return undefined;
  const kind = field.isWhole === true ? 'whole number' : 'number';
  return `A ${kind} from ${field.least.toLocaleString('en')} to ${field.most.toLocaleString('en')}`;
}

export function typedValue(field: AdapterField, text: string): unknown {
  return field.kind === 'number' ? Number(text.trim()) : text.trim();
}
