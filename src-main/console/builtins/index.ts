import { branches } from './branches.ts';
import { type Builtin, done } from './builtin.ts';
import { compact, history, reset } from './chat.ts';
import { cd, pwd } from './folder.ts';
import { attach, kill, status } from './providers.ts';
import { push } from './push.ts';
import { rewind } from './rewind.ts';
import { show } from './show.ts';
import { exportVariable } from './variables.ts';

export type { Builtin, BuiltinOutcome } from './builtin.ts';
export { builtinUsage } from './builtin.ts';

/** Built-ins that no shell has: a line for the shell cannot begin with them. */
export const OURS_ALONE: ReadonlySet<string> = new Set([
  'attach',
  'branches',
  'push',
  'reset',
  'rewind',
  'show',
  'status',
  'compact',
]);

const REMARKS = [
  '**Tab** on an empty line goes to the next mode: Shell, then each chat profile, then Shell again.',
  'What is typed to a chat while a turn runs waits until it has ended; **Ctrl+X** takes back the newest of yours that waits.',
  'Lines with operators or patterns (`>`, `&&`, `;`, `*`, `$( )` …) go whole to your login shell; where it ends, the session goes on.',
  'A line that begins with a space is kept out of the history. What a command leaves in the background ends with Sigma Shell.',
];

/** The built-ins by name; `history` only for debugging. */
export function builtinsOf(isDebug: boolean): ReadonlyMap<string, Builtin> {
  const list = [
    attach,
    branches,
    cd,
    compact,
    exportVariable,
    kill,
    push,
    pwd,
    reset,
    rewind,
    show,
    status,
    ...(isDebug ? [history] : []),
  ];
  const help: Builtin = {
    name: 'help',
    forms: [{ syntax: 'help', description: 'show this list' }],
    async run(args) {
      return args.length > 0 ? 'usage' : { ...done(helpText([...list, help])), isMarkdown: true };
    },
  };
  return new Map([...list, help].map((builtin) => [builtin.name, builtin]));
}

function helpText(list: readonly Builtin[]): string {
  const forms = list.flatMap((builtin) => builtin.forms);
  const sorted = forms.toSorted((a, b) => (a.syntax < b.syntax ? -1 : 1));
  const lines = sorted.map(({ syntax, description }) => `- \`${syntax}\`: ${description}`);
  return [...lines, '', ...REMARKS.flatMap((remark) => [remark, ''])].join('\n').trimEnd();
}
