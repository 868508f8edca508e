import type { RewindPlan } from '#contract';
import type { RewindablePlace } from '../ports.ts';
import { type Builtin, type BuiltinContext, type BuiltinOutcome, done, failed } from './builtin.ts';

/** Files that a preview names. */
const MOST_FILES = 20;

export const rewind: Builtin = {
  name: 'rewind',
  forms: [
    { syntax: 'rewind', description: 'list the messages that can be gone back to' },
    { syntax: 'rewind <number>', description: 'show what going back to before a message would do' },
    { syntax: 'rewind <number> yes', description: 'do it: files and conversation; what others changed since stays' },
    { syntax: 'rewind <number> chat', description: 'take the conversation back, and leave the files' },
    { syntax: 'rewind redo', description: 'take the last rewind back' },
  ],
  async run(args, context) {
    const [which, how, ...rest] = args;
    if (rest.length > 0) return 'usage';
    if (which === undefined) return await list(context);
    if (which === 'redo') return how === undefined ? await redo(context) : 'usage';
    if (!/^\d+$/.test(which) || (how !== undefined && how !== 'yes' && how !== 'chat')) return 'usage';
    const message = (await messages(context))[Number(which) - 1];
    if (!message) return failed(`rewind: there is no message ${which}; \`rewind\` lists them`);
    const { console, options } = context;
    const target = { message: message.id };
    if (how === undefined) return done(previewOf(await options.rewind.plan(console.session, target), which));
    const { text } = await options.rewind.run(console.session, target, { withFiles: how === 'yes' });
    return done(text);
  },
};

function messages({ console, options }: BuiltinContext): Promise<readonly RewindablePlace[]> {
  return options.rewind.messages(console.session);
}

async function list(context: BuiltinContext): Promise<BuiltinOutcome> {
  const all = await messages(context);
  if (all.length === 0) return done('There is no message to go back to.');
  const width = String(all.length).length;
  return done(all.map(({ title }, index) => `${String(index + 1).padStart(width)}  ${title}`).join('\n'));
}

async function redo({ console, options }: BuiltinContext): Promise<BuiltinOutcome> {
  const last = await options.rewind.lastRewind(console.session);
  if (last === undefined) return failed('rewind: there is no rewind that can be taken back');
  return done((await options.rewind.run(console.session, { redo: last }, { withFiles: true })).text);
}

const SIGNS = { created: '+', modified: '±', deleted: '−' } as const;

function previewOf({ title, files, counts, isRunning, noFiles }: RewindPlan, number: string): string {
  const own = files.filter(({ isOthers }) => !isOthers);
  const named = own.slice(0, MOST_FILES).map(({ outcome, change, shownPath, why }) => {
    return outcome === 'restored' ? `  ${SIGNS[change]} ${shownPath}` : `  = ${shownPath} stays: ${why ?? ''}`;
  });
  const count = counts.restored + counts.left + counts.unknown;
  const more = count - named.length;
  return [
    `Back to before “${title}”: ${filesOf(counts.restored)} would be restored, ${filesOf(counts.left + counts.unknown)} left.`,
    ...named,
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(counts.others > 0 ? [`Changed by others since, or by you, and left: ${filesOf(counts.others)}.`] : []),
    ...(noFiles === undefined ? [] : [noFiles]),
    isRunning ? 'A turn runs: stop it first.' : `Type \`rewind ${number} yes\` to do it.`,
  ].join('\n');
}

const filesOf = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;
