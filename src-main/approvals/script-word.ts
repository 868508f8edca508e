import type { ScriptSource } from '#shell-analysis';

type FirstWord = Extract<ScriptSource, { kind: 'first-word' }>;

/** The word that names the script, behind options of which it is known that they leave it what is run. */
export function scriptWord(
  given: readonly (string | undefined)[],
  { flags = '', valued = '', joined = '', long = '' }: FirstWord,
): string | undefined {
  const whole = new Set(long.split(' '));
  const known = new RegExp(`^-(?=.)[${flags}]*(?:[${valued}]()|[${joined}](.*))?$`, 's');
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at];
    if (word === '--' && flags + long !== '') return given[at + 1];
    if (!word?.startsWith('-')) return word;
    if (whole.has(word.replace(/(?<==).*$/s, ''))) continue;
    const option = known.exec(word);
    if (option === null) return undefined;
    if (option.slice(1).includes('')) at += 1;
  }
  return undefined;
}
