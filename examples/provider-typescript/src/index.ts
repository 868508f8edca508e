import { readFile } from 'node:fs/promises';

/** What to count, and where. */
export interface Wish {
  /** A file, relative to the working directory. */
  path: string;
  /** What is counted. */
  unit?: 'lines' | 'words' | 'characters';
}

export interface Frequency {
  word: string;
  count: number;
}

const UNITS: Readonly<Record<NonNullable<Wish['unit']>, (text: string) => number>> = {
  lines: (text) => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length),
  words: (text) => wordsOf(text).length,
  characters: (text) => [...text].length,
};

/** Counts the lines, words or characters of a text file. */
export async function countText({ path, unit = 'words' }: Wish): Promise<number> {
  return UNITS[unit](await readFile(path, 'utf8'));
}

/** Lists the words that a text file has most often, the most frequent first. */
export async function frequentWords({
  path,
  count = 5,
}: {
  /** A file, relative to the working directory. */
  path: string;
  /**
   * How many words are listed.
   * @default 5
   */
  count?: number;
}): Promise<Frequency[]> {
  const counts = new Map<string, number>();
  for (const word of wordsOf((await readFile(path, 'utf8')).toLowerCase()))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const found = [...counts].map(([word, times]) => ({ word, count: times }));
  return found.sort((a, b) => b.count - a.count || a.word.localeCompare(b.word)).slice(0, count);
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}+/gu) ?? [];
}
