/** Programs that print what they are given, the time, or what machine this is. */
import { byGrammar, type Check, type Grammar } from './grammar.ts';

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  date: {
    options:
      '-uR -d=text -r=see -I=word --date=text --utc --universal --reference=see --iso-8601?=word --rfc-3339=word --rfc-email --rfc-2822 --debug',
    // Without a plus it would set the clock.
    kinds: { format: (value) => (value.startsWith('+') ? undefined : 'date without + sets the clock') },
    operands: 'format?',
  },
  uname: {
    options:
      '-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system',
  },
  arch: { options: '' },
  whoami: { options: '' },
  logname: { options: '' },
  tty: { options: '-s' },
  id: { options: '-agGnruz --user --group --groups --name --real --zero', operands: 'name?' },
  groups: { options: '', operands: 'name?' },
  // With an operand it would set the name.
  hostname: { options: '-sf --short --fqdn --long' },
  nproc: { options: '--all --ignore=number' },
  uptime: { options: '-ps --pretty --since' },
  free: { options: '-bkmghtwl --bytes --kibi --mebi --gibi --human --total --wide --si' },
  lscpu: { options: '' },
  cal: { options: '-13jmsy', operands: 'number? number?' },
  locale: { options: '-a --all-locales' },
  getconf: { options: '-a', operands: 'name? name?' },
  which: { options: '-as --all', operands: 'program program*', kinds: { program } },
  type: { options: '-atpfP', operands: 'program program*', kinds: { program } },
};

/** Looking it up says where it is; a path says whether there is such a file. */
function program(value: string): string | undefined {
  return /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$|^\[$/.test(value) ? undefined : `'${value}' is no name of a program`;
}

/** Any text is printed as it is. */
const anything: Check = () => undefined;

/**
 * Conversions of bash's printf that print and do nothing else, of a bounded width. %n assigns to a variable, with any length
 * modifier before it: those are not among them, and neither is a width that is an argument.
 */
const CONVERSION = /%(?:%|[-+ #0']*\d{0,4}(?:\.\d{0,4})?(?:[diouxXeEfFgGaAcsbq]|\([^()]*\)T))/g;

const printf: Check = (given) => {
  const words = given[0] === '--' ? given.slice(1) : given;
  const format = words[0];
  if (format === undefined || (given[0] !== '--' && format.startsWith('-')))
    return 'printf with an option may set a variable';
  const unknown = format.replaceAll(CONVERSION, '').match(/%.{0,6}/s)?.[0];
  return unknown === undefined ? undefined : `printf with '${unknown}' may set a variable or print without end`;
};

const exit: Check = (given) =>
  given.length === 0 || (given.length === 1 && /^\d{1,3}$/.test(given[0] ?? '')) ? undefined : 'exit takes a number';

export const SYSTEM_PROGRAMS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(Object.entries(GRAMMARS).map(([name, grammar]) => [name, byGrammar(grammar)])),
  echo: anything,
  true: anything,
  false: anything,
  ':': anything,
  printf,
  exit,
};

/** Of these only the version is proven: some programs take it from files of the workspace, and are not here. */
const VERSION_OF = new Set(
  'node npm python python3 pip pip3 gcc g++ cc clang make cmake bash sh zsh curl wget perl php java javac docker tsc sqlite3 tar gzip zip unzip openssl ssh vim nano tmux gawk bwrap jq rg ruby git'.split(
    ' ',
  ),
);

export function isVersionQuestion(program: string, given: readonly string[]): boolean {
  if (given.length !== 1 || !VERSION_OF.has(program)) return false;
  const [word = ''] = given;
  return (
    word === '--version' ||
    (word === '-v' && /^(node|npm)$/.test(program)) ||
    (word === '-V' && /^(python3?|bash)$/.test(program))
  );
}
