import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withoutComments } from './support/sentence-comparisons.ts';
import { sourceFiles } from './support/source-imports.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Folders whose types have nouns for names. */
const FOLDERS = [
  'src-main/approvals',
  'src-main/branches',
  'src-main/call-watch',
  'src-main/contract',
  'src-main/core',
  'src-main/execution',
  'src-main/files',
  'src-main/guard',
  'src-main/images',
  'src-main/ledger',
  'src-main/mounts',
  'src-main/process',
  'src-main/retention',
  'src-main/rewind',
  'src-main/shell-adapter',
  'src-main/shell-analysis',
  'src-main/tools',
];

/** Participles, adjectives, verbs and prepositions that say nothing of what a type is. */
const NO_NOUNS = new Set(
  `
  Adapted Adding Allow Allowed Ambiguous Around Asked Asking Assembling Before Below Carried Changed Checked Checking Chosen Closed
  Closing Compared Comparing Compiled Contained Copied Covering Decided Dequoted Direct Doomed Elevated Ended Endless
  Everywhere Examined Expanded Expected Finished Foreseen Found Given Growing Guarded Held Holding Inside Judged Judging
  Keeping Kept Known Launched Leaving Listening Loaded Looked Looking Measured Mended Merged Mounted Mounting Moved Moving
  Named Normal Of Open Own Packing Past Pending Placed Planned Planning Printed Printing Proposed Protected Proving Ran Read
  Reading Recorded Recovered Redirected Refused Remembered Renamed Replaced Replayed Running Said Sampled Seen Sending Served
  Settled Shaped Shown Silent Simple Sized Spanned Squeezing Staged Starting Taken Taking Tell Told Tracked Treated Tried
  Unfinished Unpacked Waiting Walking Wanted Watched Watching Where Writing Written
  `
    .trim()
    .split(/\s+/),
);

/** Types of the language, of browsers and of Node.js that every file knows. */
const GLOBALS = new Set(
  `
  Array Attr Blob Body Buffer Cache Comment Crypto Date Document Element Error Event File FileList FileReader FileSystem
  Function History Iterator Location Lock Map MessagePort Module Node Notification Number Object Option Performance Plugin
  Process Promise Proxy Range ReadableStream Record Report Request Response Screen Selection Set Storage String Symbol Text
  Timeout URL Window Worker
  `
    .trim()
    .split(/\s+/),
);

const DECLARATION =
  /^[ \t]*(?:export )?(?:declare )?(?:abstract )?(?:(?:interface|class|enum) (?<kind>\w+)|type (?<alias>\w+)\s*[<=])/gm;

const typesIn = (text: string) =>
  [...withoutComments(text).matchAll(DECLARATION)].map(({ groups }) => groups?.kind ?? groups?.alias ?? '');

const declared = FOLDERS.flatMap(sourceFiles).flatMap((file) =>
  typesIn(readFileSync(join(ROOT, file), 'utf8')).map((name) => ({ file, name })),
);

test('types are found however they are declared', () => {
  const text = 'export interface One {}\n  type Two<T> = T;\nexport abstract class Three {}\n// type Four = 4;\n';
  expect(typesIn(`${text}import {\n  type Five,\n} from './five.ts';`)).toEqual(['One', 'Two', 'Three']);
  expect(declared.length).toBeGreaterThan(1000);
});

test('a type is named by a noun: no bare participle, adjective, verb or preposition', () => {
  expect(declared.filter(({ name }) => NO_NOUNS.has(name))).toEqual([]);
});

test('no type has the name of a global one', () => {
  expect(declared.filter(({ name }) => GLOBALS.has(name))).toEqual([]);
});
