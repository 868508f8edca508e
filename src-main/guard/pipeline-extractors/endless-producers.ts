import { analyse, PROGRAMS, type SimpleCommand } from '#shell-analysis';

type ProgramWords = readonly string[];

/** A program behind `run` or `exec`, or the first word. */
function isEndlessRun(words: ProgramWords): boolean {
  const at = words.findIndex((word) => ['run', 'exec'].includes(word)) + 1;
  const [program = '', ...rest] = words.slice(at).filter((word, index) => index > 0 || !word.startsWith('-'));
  return isEndless(program, rest);
}

/** Whether a program by its name, or with these words, does not end by itself. */
function isEndless(program: string, words: ProgramWords): boolean {
  const endless = PROGRAMS.get(program)?.endless;
  if (endless === undefined) return false;
  return endless === 'as-it-runs' ? isEndlessRun(words) : endless(words);
}

const DEVICES = /\/dev\/(?:zero|u?random|full|tty\w*|pts\/\d+|ptmx|console|input\/\w+)\b/;
/** Loops that go on until something else ends them, and the like inside a text that another program runs. */
const IN_TEXT =
  /\b(?:while|until)\s+(?:true|false|:|sleep\b|\[+\s*(?:1|true)\b|\(\(\s*1)|\bfor\s*\(\(\s*;?[^;)]*;\s*;|\btail\s+(?:[^|;&]*\s)?(?:-\w*[fF]\b|--retry)|--follow\b|\bjournalctl\s[^|;&]*-\w*f/;

/** Whether something in the line up to `end` may never end by itself. */
export function mayBeEndless(line: string, end: number): boolean {
  const text = line.slice(0, end);
  if (DEVICES.test(text) || IN_TEXT.test(text)) return true;
  return analyse(line).parts.some((part) => part.span.start < end && isEndlessPart(part));
}

function isEndlessPart({ program, words }: SimpleCommand): boolean {
  if (program === undefined) return false;
  const name = program.slice(program.lastIndexOf('/') + 1);
  return isEndless(
    name,
    words.slice(1).map(({ literal, text }) => literal ?? text),
  );
}
