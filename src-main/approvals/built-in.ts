import type { BuiltInRule } from '#contract';

/** Built-in rules by name, each with what it is about: a decision has the name, Settings the sentence. */
export const BANS = {
  'recursive deletion':
    'Deleting the root, a folder of the system, a home, the workspace or its .git with all that is in it; also through a variable that may be empty',
  'deleting the workspace': 'Deleting the workspace itself with a file tool',
  'deleting .git': 'Deleting a .git of the workspace with a file tool',
  'block device': 'Writing over a block device, or making a file system on one',
  'fork bomb': 'Functions and scripts that start themselves without end',
  'downloaded code': 'Running what was just downloaded, such as curl … | sh',
  'recursive permissions': 'Changing owner or permissions of a system folder with all that is in it',
  'NUL byte': 'A NUL byte in a line, which then reads as something else than what runs',
  'files of Sigma Shell': 'Changing or deleting what decides here: rules, trust, settings, providers and the record',
} as const;
export type BanName = keyof typeof BANS;

/** Questions that no rule and no mode answers for the person. */
export const ALWAYS_ASKED = {
  'outside the workspace': 'Writing or deleting outside the workspace',
  credentials: 'Reading or changing what may hold credentials, such as .env, .ssh and .netrc',
  'files that run code':
    'Changing files that run code or start with the system or a shell, such as .git/*, .bashrc, crontab, .vscode, .mcp.json, package.json and CI files',
  'what git keeps':
    'Throwing away what git keeps to come back to: git stash drop and clear, branch -D, tag -d and -f, reflog expire and delete, gc --prune, prune, filter-branch and filter-repo',
  'files of Sigma Shell':
    'Reading what Sigma Shell itself keeps, and working on a folder with all that is in it where a .phishell.yaml has its place',
  'too many paths': 'Lines that name more paths than are followed',
} as const;

/** Questions that only a rule naming the program answers. */
export const ASKED_UNNAMED = {
  'other rights': 'Running something with other rights than yours, such as with sudo',
  'sending data': 'Sending data to another machine, such as git push, scp and curl with data',
} as const;
export type AskRuleName = keyof typeof ALWAYS_ASKED | keyof typeof ASKED_UNNAMED;

export const PRESETS = {
  'reading in the workspace': 'Files of the workspace are read without asking',
  'read-only commands':
    'Commands that are proven to only read, word by word, such as ls, cat, grep and git log, run without asking; only inside the sandbox, and only where it works',
  'filtering a kept output': 'A kept output is filtered without asking: nothing is run again',
} as const;

export const isLiftedByName = (name: string): boolean => Object.hasOwn(ASKED_UNNAMED, name);

/** Every built-in rule, from the strongest. */
export const BUILT_IN: readonly BuiltInRule[] = [
  ...rulesOfTier('ban', BANS),
  ...rulesOfTier('always-ask', ALWAYS_ASKED),
  ...rulesOfTier('unless-named', ASKED_UNNAMED),
  ...rulesOfTier('preset', PRESETS),
];

function rulesOfTier(tier: BuiltInRule['tier'], rules: Readonly<Record<string, string>>): BuiltInRule[] {
  return Object.entries(rules).map(([name, words]) => ({ tier, name, words }));
}
