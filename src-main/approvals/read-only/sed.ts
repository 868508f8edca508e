/** sed, with a script that only prints, deletes and substitutes. */
import { byGrammar, type Check } from './grammar.ts';
import { sedProblem } from './sed-script.ts';

const OPTIONS =
  '-nErsuz -e=script -l=number --expression=script --quiet --silent --regexp-extended --posix --sandbox --null-data --separate --unbuffered --line-length=number --debug';

/** All scripts together are one text for sed, a line each. */
export const sedCheck: Check = byGrammar({
  options: OPTIONS,
  kinds: { script: () => undefined },
  operandsOf: (given) => (given.options.some(({ kind }) => kind === 'script') ? 'read*' : 'script read*'),
  also: ({ options, operands }) => {
    const scripts = options.filter(({ kind }) => kind === 'script').map(({ value }) => value ?? '');
    if (options.some(({ name }) => name === 'help' || name === 'version')) return undefined;
    return sedProblem(scripts.length > 0 ? scripts.join('\n') : (operands[0] ?? ''));
  },
});
