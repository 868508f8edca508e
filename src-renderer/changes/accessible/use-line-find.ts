import { useMemo, useState } from 'react';
import type { Hunk } from '#contract';
import { textStart } from '#contract/text-ends';
import { lineWords } from '../../text/diff-wording.ts';
import { announce } from '../../ui/announce.ts';
import { type FoundLine, findLines } from './find-lines.ts';

/** Find in the lines of all hunks. What was looked for stays for the next time. */
export function useLineFind(hunks: readonly Hunk[], isFinding: boolean) {
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const lines = useMemo(() => (isFinding ? findLines(hunks, text) : []), [hunks, text, isFinding]);
  const at = Math.min(place, lines.length - 1);
  const step = (by: 1 | -1) => {
    if (lines.length === 0) return;
    const next = (at + by + lines.length) % lines.length;
    setPlace(next);
    announce(foundWords(hunks, lines[next]));
  };
  return {
    text,
    place: at < 0 ? undefined : at,
    total: lines.length,
    found: lines[at],
    onText: (typed: string) => {
      setText(typed);
      setPlace(0);
    },
    onStep: step,
  };
}

function foundWords(hunks: readonly Hunk[], found: FoundLine | undefined): string {
  const line = hunks.find(({ number }) => number === found?.hunk)?.lines[found?.line ?? -1];
  return line === undefined ? '' : `${lineWords(line)}: ${textStart(line.text, 200)}`;
}
