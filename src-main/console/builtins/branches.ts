import type { Branch } from '#contract';
import { BRANCH_STATES, branchChangeWords, branchName, branchTestWords } from '#contract/branch-words';
import { dollars } from '#core/text/dollars';
import { type Builtin, type BuiltinContext, type BuiltinOutcome, done, failedOutcome } from './builtin.ts';

/** Paths that are named. */
const MAX_PATHS = 40;
const VERBS = ['stop', 'keep', 'drop', 'restore'] as const;
const DONE = { stop: 'stopped', keep: 'kept', drop: 'in the trash', restore: 'restored' } as const;
const isVerb = (word: string): word is (typeof VERBS)[number] => (VERBS as readonly string[]).includes(word);

export const branches: Builtin = {
  name: 'branches',
  forms: [
    { syntax: 'branches', description: 'list the branches of this folder: who works in each, and what came of it' },
    {
      syntax: 'branches try <profile>,<profile>… <message…>',
      description: 'send one message to several profiles, each in a branch of its own',
    },
    { syntax: 'branches <number>', description: 'show what a branch changed' },
    {
      syntax: 'branches <number> take [path…]',
      description: 'propose what it changed, or these paths of it, as changes of this folder',
    },
    { syntax: 'branches <number> stop', description: 'end what runs in a branch' },
    { syntax: 'branches <number> keep', description: 'mark a branch as one to keep' },
    { syntax: 'branches <number> drop', description: 'move a branch to the trash' },
    { syntax: 'branches <number> restore', description: 'bring it back from there' },
  ],
  async run(args, context) {
    const [which, what, ...rest] = args;
    if (which === undefined) return done(branchList(await all(context)));
    if (which === 'try') return what === undefined || rest.length === 0 ? 'usage' : await tryWith(what, rest, context);
    if (!/^[1-9]\d{0,4}$/.test(which)) return 'usage';
    const branch = (await all(context))[Number(which) - 1];
    if (!branch) return failedOutcome(`branches: there is no branch ${which}; \`branches\` lists them`);
    if (what === undefined) return done(await comparison(which, branch, context));
    if (what === 'take') return await takeBranch(branch, rest, context);
    if (!isVerb(what) || rest.length > 0) return 'usage';
    await context.options.branches.act(what, branch.id);
    return done(`${branchName(branch)}: ${DONE[what]}`);
  },
};

const all = ({ console, options }: BuiltinContext) => options.branches.list(console.session);

function branchList(found: readonly Branch[]): string {
  if (found.length === 0) {
    return 'There is no branch of this folder. `branches try <profile>,<profile> <message>` makes one for each profile.';
  }
  const width = String(found.length).length;
  return found.flatMap((branch, at) => branchDetails(String(at + 1).padStart(width), branch)).join('\n');
}

function branchDetails(number: string, branch: Branch): string[] {
  const { state, isDropped, isKept, tokens, cost, line, taken } = branch;
  const said = [
    branchName(branch),
    isDropped ? 'In the trash' : BRANCH_STATES[state],
    ...(isKept ? ['kept'] : []),
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en')} tokens`]),
    ...(cost === undefined ? [] : [dollars(cost)]),
    branchTestWords(branch) ?? [],
    ...(taken === 0 ? [] : [`${pathsOf(taken)} taken`]),
  ].flat();
  const [first = ''] = line.split('\n', 1);
  return [`${number}  ${said.join(' · ')}`, ...(first === '' ? [] : [`${' '.repeat(number.length)}  ${first}`])];
}

async function tryWith(names: string, words: readonly string[], context: BuiltinContext): Promise<BuiltinOutcome> {
  const profiles = names.split(',').filter((name) => name !== '');
  const { console, options } = context;
  const made = await options.branches.tryWith(console.session, { text: words.join(' '), profiles });
  return done(`Sent to ${made.map(branchName).join(', ')}. \`branches\` shows how far they are.`);
}

async function comparison(number: string, branch: Branch, { options }: BuiltinContext): Promise<string> {
  const { paths, left } = await options.branches.compare(branch.id);
  if (paths.length === 0) return `${branchName(branch)} changed nothing.`;
  const named = paths.slice(0, MAX_PATHS).flatMap(({ path, branches: [change] }) => {
    return change ? [`  ${path}: ${branchChangeWords(change)}`] : [];
  });
  const more = paths.length - named.length + left;
  return [
    `${branchName(branch)} changed ${pathsOf(paths.length + left)}:`,
    ...named,
    ...(more > 0 ? [`  and ${more} more`] : []),
    `Type \`branches ${number} take\` for all of it, or name paths.`,
  ].join('\n');
}

async function takeBranch(branch: Branch, named: readonly string[], context: BuiltinContext): Promise<BuiltinOutcome> {
  const { console, options } = context;
  const { paths, left } = await options.branches.compare(branch.id);
  const changed = paths.map(({ path }) => path);
  const unknown = named.find((path) => !changed.includes(path));
  if (unknown !== undefined && left === 0) {
    return failedOutcome(`branches: ${branchName(branch)} did not change ${unknown}`);
  }
  if (named.length === 0 && left > 0) {
    return failedOutcome(`branches: it changed more than ${changed.length} paths; name those that you want`);
  }
  const wanted = named.length === 0 ? changed : named;
  if (wanted.length === 0) return failedOutcome(`branches: ${branchName(branch)} changed nothing that could be taken`);
  await options.branches.take(console.session, branch.id, wanted);
  return done(`${pathsOf(wanted.length)} proposed; each is reviewed before it is written.`);
}

const pathsOf = (count: number) => `${count} ${count === 1 ? 'path' : 'paths'}`;
