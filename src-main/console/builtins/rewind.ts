import { resolve } from 'node:path';
import type { RewindPlan } from '#contract';
import type { RewindablePlace } from '../ports.ts';
import { type Builtin, type BuiltinContext, type BuiltinOutcome, done, failedOutcome } from './builtin.ts';

/** Files that a preview names. */
const MAX_FILES = 20;

export const rewind: Builtin = {
  name: 'rewind',
  forms: [
    { syntax: 'rewind', description: 'list the messages that can be gone back to' },
    { syntax: 'rewind <number>', description: 'show what going back to before a message would do' },
    { syntax: 'rewind <number> yes', description: 'do it: files and conversation; what others changed since stays' },
    { syntax: 'rewind <number> chat', description: 'take the conversation back, and leave the files' },
    { syntax: 'rewind <number> pack <image>', description: 'pack the folder as it was before a message' },
    { syntax: 'rewind redo', description: 'take the last rewind back' },
  ],
  async run(args, context) {
    const [which, ...how] = args;
    if (which === undefined) return await listPlaces(context);
    if (which === 'redo') return how.length === 0 ? await redo(context) : 'usage';
    const act = actOf(how);
    if (!act || !/^\d+$/.test(which)) return 'usage';
    const message = (await messages(context))[Number(which) - 1];
    if (!message) return failedOutcome(`rewind: there is no message ${which}; \`rewind\` lists them`);
    return done(await act(context, message.id, which));
  },
};

type RewindAction = (context: BuiltinContext, message: string, number: string) => Promise<string>;

/** Determines the action for a message by the words after its number. */
function actOf([how, ...rest]: readonly string[]): RewindAction | undefined {
  const [image] = rest;
  if (how === 'pack') return image === undefined || rest.length > 1 ? undefined : packAs(image);
  if (rest.length > 0) return undefined;
  if (how === undefined) return previewRewind;
  return how === 'yes' || how === 'chat' ? runWith({ withFiles: how === 'yes' }) : undefined;
}

const previewRewind: RewindAction = async ({ console, options, signal }, message, number) =>
  previewOf(await options.rewind.plan(console.session, { message }, signal), number);

const runWith =
  (how: { readonly withFiles: boolean }): RewindAction =>
  async ({ console, options, signal }, message) =>
    (await options.rewind.run(console.session, { message }, { ...how, signal })).text;

const packAs =
  (image: string): RewindAction =>
  async ({ console, options }, message) => {
    const path = image.startsWith('~/') ? resolve(console.home, image.slice(2)) : resolve(console.cwd, image);
    return await options.rewind.pack(console.session, { message, image: path });
  };

function messages({ console, options }: BuiltinContext): Promise<readonly RewindablePlace[]> {
  return options.rewind.messages(console.session);
}

async function listPlaces(context: BuiltinContext): Promise<BuiltinOutcome> {
  const all = await messages(context);
  if (all.length === 0) return done('There is no message to go back to.');
  const width = String(all.length).length;
  return done(all.map(({ title }, index) => `${String(index + 1).padStart(width)}  ${title}`).join('\n'));
}

async function redo({ console, options, signal }: BuiltinContext): Promise<BuiltinOutcome> {
  const last = await options.rewind.lastRewind(console.session);
  if (last === undefined) return failedOutcome('rewind: there is no rewind that can be taken back');
  return done((await options.rewind.run(console.session, { redo: last }, { withFiles: true, signal })).text);
}

const SIGNS = { created: '+', modified: '±', deleted: '−' } as const;

function previewOf({ title, files, counts, isRunning, noFiles }: RewindPlan, number: string): string {
  const own = files.filter(({ isOthers }) => !isOthers);
  const named = own.slice(0, MAX_FILES).map(({ outcome, change, shownPath, why }) => {
    return outcome === 'restored' ? `  ${SIGNS[change]} ${shownPath}` : `  = ${shownPath} stays: ${why ?? ''}`;
  });
  const count = counts.restored + counts.left + counts.unknown;
  const more = count - named.length;
  return [
    `Back to before “${title}”: ${fileCount(counts.restored)} would be restored, ${fileCount(counts.left + counts.unknown)} left.`,
    ...named,
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(counts.others > 0 ? [`Changed by others since, or by you, and left: ${fileCount(counts.others)}.`] : []),
    ...(noFiles === undefined ? [] : [noFiles]),
    isRunning ? 'A turn runs: stop it first.' : `Type \`rewind ${number} yes\` to do it.`,
  ].join('\n');
}

const fileCount = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;
