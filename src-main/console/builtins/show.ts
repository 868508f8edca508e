import type { CallResult } from '../ports.ts';
import { type Builtin, done, failedOutcome } from './builtin.ts';

export const show: Builtin = {
  name: 'show',
  forms: [
    { syntax: 'show', description: 'show the whole result of the last call of a tool' },
    { syntax: 'show <number>', description: 'show that of an earlier one, by its number' },
    { syntax: 'show <number> <filter…>', description: 'show what grep, head, tail and their like make of all of it' },
  ],
  async run([number, ...filter], { console: { session }, options: { results } }) {
    if (number !== undefined && !/^[1-9]\d{0,8}$/.test(number)) return 'usage';
    const wanted = number === undefined ? undefined : Number(number);
    const found =
      wanted !== undefined && filter.length > 0
        ? await results.filtered(session, wanted, filter.map(shellQuoted).join(' '))
        : await results.result(session, wanted);
    if (found) return done(callOutputText(found));
    return failedOutcome(
      number === undefined ? 'show: no call has a result yet' : `show: there is no result of a call ${number}`,
    );
  },
};

function callOutputText({ number, tool, text, bytes, isCut }: CallResult): string {
  const shown = text.trimEnd();
  const head = `Call ${number}, ${tool}${shown === '' ? ': it printed nothing' : ''}`;
  const left = isCut ? [`[… of ${bytes.toLocaleString('en')} bytes; show ${number} tail -100 shows the end]`] : [];
  return [head, ...(shown === '' ? [] : [shown]), ...left].join('\n');
}

/** A word as it was typed means itself, but what joins filters. */
const shellQuoted = (word: string) => (/^[\w@%+=:,./|-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);
