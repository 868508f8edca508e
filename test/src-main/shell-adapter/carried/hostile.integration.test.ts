import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boxedShells, boxState, OUTSIDE } from '../../../support/boxed-shells.ts';
import { casesOfTheDay } from '../../../support/cases-of-the-day.ts';

const boxTest = test.skipIf(!boxState.works || OUTSIDE === undefined);

/** Uses, outside, all that somebody in the box may have put in the way. */
const OUTSIDE_LINE = `ls; ls -d .; cd .; bash -c "ls; true"; echo "\${a[$n]}" "\${n@P}" > /dev/null; (( n > 1 )); [[ $n -eq 1 ]]; nosuchcommand; deploy; eval ":"; echo $(printf x); test -d .; x=1; count=2; true`;

/** Lines in the box that leave something behind; `$V` is a file outside that code in the box wants to create. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a program of the workspace before the system’s': 'export PATH="$PWD:$PATH"',
  'a function named like a program': 'ls() { touch $V; }; deploy() { ls; }',
  'an exported function': 'ls() { touch $V; }; export -f ls',
  'functions named like builtins':
    'cd() { touch $V; }; test() { touch $V; }; eval() { touch $V; }; printf() { touch $V; }; true() { touch $V; }',
  'a handler of commands that are not found': 'command_not_found_handle() { touch $V; }',
  'an alias of a program': 'shopt -s expand_aliases; alias ls="touch $V; ls" true="touch $V" cd="touch $V"',
  'code at the start of a shell': 'export BASH_ENV="$PWD/evil.sh" ENV="$PWD/evil.sh"; . ./evil.sh',
  'a prompt': 'PROMPT_COMMAND="touch $V"; PS1="\\$(touch $V)"; PS0="\\$(touch $V)"',
  'a trace that runs code': 'PS4="\\$(touch $V)"; set -x',
  'a trap': 'trap "touch $V" DEBUG EXIT ERR RETURN; set -T -E',
  'arithmetic that runs code': 'n="a[\\$(touch $V)]"; x="$n"; a=("$n"); declare -A m=(["$n"]="$n"); count="$n"',
  'an array’s index': 'declare -a n=([5]="b[\\$(touch $V)]")',
  'an integer': 'declare -i x count n; declare -n deploy=PATH',
  'a reference to another variable': 'declare -n x=PATH; declare -n n=BASH_ENV; x="$PWD:$PATH"',
  'a library that is loaded first': 'export LD_PRELOAD="$PWD/evil.so" LD_LIBRARY_PATH="$PWD" LD_AUDIT="$PWD/evil.so"',
  'a function that a file defines': '. ./deploy.sh',
  'a program remembered by its name': 'hash -p "$PWD/ls" ls; hash -p "$PWD/ls" bash',
  separators: 'IFS="tru e"; set -k -o posix',
  'a descriptor of the shell': 'exec 7>&1 8</dev/null',
  'a builtin of its own': 'enable -n test cd true; builtin() { touch $V; }',
  'many variables':
    'export GIT_SSH_COMMAND="touch $V" PAGER="touch $V" EDITOR="touch $V" TAR_OPTIONS="--to-command=x" HOME="$PWD"',
};

async function setUp() {
  const it = await boxedShells();
  const victim = join(it.outside, 'victim');
  const evil = `#!/bin/sh\ntouch ${victim}\n`;
  for (const name of ['ls', 'evil.sh', 'bash', 'printf', 'nosuchcommand']) {
    await writeFile(join(it.workspace, name), evil);
    await chmod(join(it.workspace, name), 0o755);
  }
  await writeFile(join(it.workspace, 'deploy.sh'), `deploy() { touch ${victim}; }\nexport SERVER=evil.example\n`);
  return { it, victim };
}

boxTest.each(casesOfTheDay(Object.entries(HOSTILE), 2))('%s in the box runs nothing outside', async (_, line) => {
  const { it, victim } = await setUp();
  await using _it = it;
  const shell = await it.open();
  await it.run(line.replaceAll('$V', victim), shell);
  expect(existsSync(victim)).toBe(false);

  const ran = await it.runOutside(OUTSIDE_LINE, shell);

  expect(ran.box).toBeUndefined();
  expect(ran.exit_code).toBe(0);
  expect(existsSync(victim)).toBe(false);
  // What the box made of itself is still there.
  await it.run('touch still', shell);
});

boxTest('the oracle sees something: the same functions run where nothing holds them back', async () => {
  const { it, victim } = await setUp();
  await using _it = it;
  const shell = await it.open();
  await it.runOutside(`ls() { touch ${victim}; }`, shell);
  await it.runOutside(OUTSIDE_LINE, shell);
  expect(existsSync(victim)).toBe(true);
});

/** Takes the place of `builtin`, and tells a state of its own. */
const forger = (told: string) => `builtin() {
  if [[ $1 == printf && $2 == -v ]]; then command printf "\${@:2}"; return; fi
  if [[ $1 == printf && $2 == '%s\\0' && \${#3} == 32 && $BASH_SUBSHELL -gt 0 ]]; then command printf '${told}' "$3" "$3"; exit; fi
  command "$@"
}`;

const fields = (...all: readonly string[]) => `%s\\000${all.map((one) => `${one}\\000`).join('')}%s\\000`;

const FORGED: Readonly<Record<string, string>> = {
  'a name with code in it': fields('', '', '0022', '', '', 'x;touch $V;y', 'x', '1', '0', 'v', '', '', ''),
  'a key with code in it': fields(
    '',
    '',
    '0022',
    '',
    '',
    'n',
    'a',
    '1',
    '$(touch $V)',
    'v',
    'list',
    'a',
    '1',
    '0]=x $(touch $V) [1',
    'v',
    '',
    '',
    '',
  ),
  'an umask with code in it': fields('', '', '0022;touch $V', '', '', '', '', ''),
  'an option with code in it': fields('errexit;touch $V:x', 'nullglob;touch $V', '0022', '', '', '', '', ''),
  'a function that is more than one': fields(
    '',
    '',
    '0022',
    '',
    '',
    '',
    'deploy',
    'deploy () \\n{ \\n    echo hi\\n}\\ntouch $V\\n',
    '',
    '',
  ),
  'a function that ends early': fields(
    '',
    '',
    '0022',
    '',
    '',
    '',
    'deploy',
    'deploy () \\n{ \\n    :\\n}; touch $V; {\\n :\\n}\\n',
    '',
    '',
  ),
  'an alias with code in its name': fields('', '', '0022', '', '', '', '', 'x=1;touch $V', 'v', 'ls', 'touch $V', ''),
};

boxTest('a state that was made up is carried as far as it is data', async () => {
  const { it } = await setUp();
  await using _it = it;
  const shell = await it.open();
  await it.run('n=1', shell);
  const told = fields('', '', '0077', '', '', 'n', '', '1', '0', '$(touch x) `touch y`', '', '', '');
  await it.run(forger(told), shell);

  expect((await it.runOutside('echo "$n"; umask', shell)).stdout).toBe('$(touch x) `touch y`\n0077');
});

boxTest.each(casesOfTheDay(Object.entries(FORGED), 2))(
  'a state that was made up runs nothing outside: %s',
  async (_, told) => {
    const { it, victim } = await setUp();
    await using _it = it;
    const shell = await it.open();
    // The client defines and names all of it, so that nothing is left out because nobody names it.
    await it.run('deploy() { echo hi; }; n=1; list=(1 2); x=1; touch=1', shell);
    await it.run(forger(told.replaceAll('$V', victim)), shell);

    await it.runOutside(OUTSIDE_LINE, shell).catch(() => {});

    expect(existsSync(victim)).toBe(false);
  },
);

boxTest('a link put in the folder’s place leads no line elsewhere', async () => {
  const { it } = await setUp();
  await using _it = it;
  const shell = await it.open();
  await it.run('mkdir sub; cd sub', shell);
  await it.run(`mv ../sub ../gone; ln -s ${it.outside} ../sub`, shell);

  const ran = await it.runOutside('touch here', shell).catch(({ message }: Error) => message);

  expect(existsSync(join(it.outside, 'here'))).toBe(false);
  if (typeof ran === 'string') expect(ran).toContain('could not be copied');
});
