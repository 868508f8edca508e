import { messageOf } from '#core/app-error';
import type { BaseRecords, FeedProgram, ReadXattrs, WriteXattrs } from '#images';
import { type DashedKind, flagWord, parseDashed } from '../dashed-flags.ts';
import { printableText } from '../printable-text.ts';

export interface Output {
  write(text: string): unknown;
}

/** A command about an image, and what it reaches. */
export interface ImageCommand {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Words after `workspace`. */
  readonly words: readonly string[];
  /** Base of relative paths; absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Records of the layers that folders were opened from. */
  readonly records: BaseRecords;
  /** Reader of extended attributes; absent if the system has none. */
  readonly readXattrs?: ReadXattrs | undefined;
  readonly writeXattrs?: WriteXattrs | undefined;
  /** Absolute path of a program on the PATH. */
  readonly findTool?: ((name: string) => string | undefined) | undefined;
  readonly feed?: FeedProgram | undefined;
  /** Called with the bytes done and the total, if progress is shown. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

/** The exit codes of commands about images. */
export const EXIT = { ok: 0, failed: 1, words: 2, cancelled: 130 } as const;

/** The words of a command: places, and the last value of each flag. */
export interface CommandWords {
  readonly places: readonly string[];
  /** The last value of the first of these flags that is given. */
  last(...flags: string[]): string | undefined;
  /** Every value of a flag. */
  all(flag: string): readonly string[];
  has(flag: string): boolean;
  readonly problem: string | undefined;
}

/** Tells places from flags; a flag that takes a text takes the next word. */
export function givenWords(words: readonly string[], kinds: Readonly<Record<string, DashedKind>>): CommandWords {
  const places: string[] = [];
  const flags: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      places.push(word);
      continue;
    }
    flags.push(word);
    const flag = flagWord(word);
    const takesText =
      flag?.value === undefined && flag && Object.hasOwn(kinds, flag.name) && kinds[flag.name] === 'text';
    if (takesText && at + 1 < words.length) flags.push(words[++at] ?? '');
  }
  const { values, problem, wantsHelp } = parseDashed(flags, kinds);
  return {
    // A person who asks how a command is written does not want it run.
    places,
    problem: wantsHelp ? 'This is how it is written' : problem,
    last: (...names) => names.map((name) => values.get(name)?.at(-1)).find((value) => value !== undefined),
    all: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
  };
}

/** Runs what a command does; whatever goes wrong becomes a sentence and an exit code. */
export async function runSafely({ stderr, signal }: ImageCommand, act: () => Promise<void>): Promise<number> {
  try {
    await act();
    return EXIT.ok;
  } catch (error) {
    stderr.write(signal.aborted ? 'Cancelled; nothing is left\n' : `${printableText(messageOf(error))}\n`);
    return signal.aborted ? EXIT.cancelled : EXIT.failed;
  }
}

/** Says what is wrong with the words of a command, and how they are. */
export function refuseWords({ stderr }: ImageCommand, problem: string, usage: string): number {
  stderr.write(`${problem}.\n\nUsage:\n${usage}\n`);
  return EXIT.words;
}
