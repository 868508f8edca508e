import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withoutComments } from './support/sentence-comparisons.ts';
import { sourceFiles } from './support/source-imports.ts';

const ROOT = resolve(import.meta.dirname, '..');

const FOLDERS = ['src-main', 'src-preload', 'src-renderer'];

/** Participles, adjectives, verbs and prepositions that say nothing of what a type is. */
const NO_NOUNS = new Set(
  `
  Acting Adapted Add Added Adding Allow Allowed Allowing Ambiguous Answered Answering Approve Approved Around Asked
  Asking Assembling At Attaching Before Beginning Begun Behind Below Booted Both Building Built Busy Called Calling
  Carried Changed Checked Checking Chosen Closed Closing Collected Coloured Compacted Compared Comparing Compiled
  Complete Completed Condensed Connected Contained Convert Copied Counted Covering Cursored Decide Decided Declined
  Dequoted Described Describing Direct Doing Done Doomed Downloading Drawn Edited Editing Elevated Ended Endless
  Entering Evaluate Everywhere Examined Exec Executed Expanded Expected Exported Extended Fed Fenced Fetch Finished
  Foreseen Former Found Given Going Greeted Growing Guarded Halted Heard Held Holding Immediate Inner Inside
  Installing Judged Judging Keeping Kept Known Launched Leaving Listed Listening Loaded Looked Looking Meanwhile
  Measured Mended Merged Missed Missing Mounted Mounting Moved Moving Named Naming Normal Occupied Of On Once Open
  Opened Opening Own Packing Parsed Past Pending Placed Planned Planning Plugged Polling Previewing Printed Printing
  Proposed Protected Proving Queued Raise Raising Ran Reached Read Reading Recent Recorded Recovered Redirected
  Refreshing Refused Rehearsed Remembered Renamed Rendered Rendering Replaced Replayed Resolve Resolved Restored
  Resuming Retained Reviewed Rewinding Running Said Sampled Saving Scanned Sealed Searched Seen Sending Sent Served
  Serving Settled Settling Shaped Shown Silent Simple Sized Sizing Spanned Spoken Squeezing Staged Started Starting
  Stored Take Taken Taking Tell Telling Told Traced Tracked Treated Tried Trusted Trusting Trying Typed Uncaught
  Undescribable Undone Unfinished Unpacked Untranslatable Usual Valued Wait Waiting Walking Wanted Watch Watched
  Watching Where Writing Written Wrong
  `
    .trim()
    .split(/\s+/),
);

/** Types of the language, of browsers and of Node.js that every file knows. */
const GLOBALS = new Set(
  `
  Array Attr Blob Body Buffer Cache Comment Crypto Date Document Element Error Event File FileList FileReader FileSystem
  Function History Iterator Location Lock Map MessagePort Module Node Notification Number Object Option Performance Plugin
  Process Promise Proxy Range ReadableStream Record Report Request Response Scheduler Screen Selection Set Storage String Symbol Text
  Timeout URL Window Worker
  `
    .trim()
    .split(/\s+/),
);

const DECLARATION =
  /^[ \t]*(?:export )?(?:declare )?(?:abstract )?(?:(?:interface|class|enum) (?<kind>\w+)|type (?<alias>\w+)\s*[<=])/gm;

/** Augmentations of global types, which have their names. */
const AUGMENTATION = /^declare global \{.*?^\}/gms;

/** A function of a file whose name is one word that ends as a participle does. */
const PARTICIPLE =
  /^(?:export )?(?:(?:async )?function (?<named>[a-z]+ed)\b|const (?<held>[a-z]+ed) = (?:async )?\()/gm;

/** Verbs that end as participles do. */
const VERBS = new Set(['embed', 'exceed', 'feed', 'need', 'proceed', 'seed', 'shed', 'speed']);

const texts = FOLDERS.flatMap(sourceFiles).map((file) => ({
  file,
  text: withoutComments(readFileSync(join(ROOT, file), 'utf8')),
}));

const participlesIn = (text: string) =>
  [...text.matchAll(PARTICIPLE)]
    .map(({ groups }) => groups?.named ?? groups?.held ?? '')
    .filter((one) => !VERBS.has(one));

const typesIn = (text: string) =>
  [...withoutComments(text).replace(AUGMENTATION, '').matchAll(DECLARATION)].map(
    ({ groups }) => groups?.kind ?? groups?.alias ?? '',
  );

const declared = texts.flatMap(({ file, text }) => typesIn(text).map((name) => ({ file, name })));

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

test('functions of participles are found however they are declared', () => {
  const text = 'export async function closed() {}\nconst quoted = (text: string) => text;\nfunction feed() {}\n';
  expect(participlesIn(`${text}  const local = () => {};\nconst used = quoted('a');`)).toEqual(['closed', 'quoted']);
});

test('a function is named by a verb or by what it answers: no bare participle', () => {
  const named = texts.flatMap(({ file, text }) => participlesIn(text).map((name) => ({ file, name })));
  expect(named).toEqual([]);
});
