// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what bash expands stands in these lines
import { describe, expect, test } from 'vitest';
import { analyseSafely } from '#shell-analysis';
import { givenReasons } from '../../../../src-main/approvals/risk/expanded-words.ts';

/** Reasons of all parts of a line. */
async function reasonsOf(line: string): Promise<string[]> {
  const analysis = await analyseSafely(line);
  return analysis.parts.flatMap((_, index) => [...givenReasons(index, analysis)]);
}

describe('what does no harm whatever it is given, or is given what is known, is no reason to ask', () => {
  test.each([
    '',
    'cat "$x" *.log ~/a {b,c}',
    '/bin/cat $x',
    'echo $(ls) `date`',
    'printf "%s\\n" $x',
    'printf -- -v',
    'touch a b',
    'touch ~/a ~',
    "sort 'a b'",
    'wait $! "$!"; wait -- $x; jobs -l',
    'set -euo pipefail',
    'set -- $x -x',
    'umask 022; umask -S',
    'export A=1 B="$x" -p',
    'local name=$1 other',
    'unset name',
    'read line; read -r IFS_like',
    'IFS=, read -r a b',
    'eval "ls -l"',
    'find . -name x -exec cat {} +',
    'find . -name x -exec touch a \\;',
    'ls | xargs cat',
    'ls | xargs',
  ])('%s', async (line) => {
    expect(await reasonsOf(line)).toEqual([]);
  });
});

describe('what is known only when it runs is one', () => {
  test.each([
    ['touch $x', 'What touch is given'],
    ['touch *', 'What touch is given'],
    ['touch {a,b}', 'What touch is given'],
    ['touch ~/$x', 'What touch is given'],
    ['touch "$(ls)"', 'What touch is given'],
    ['printf "$x"', 'What printf is given'],
    ['printf -v x a', 'What printf is given'],
    ['printf -vx a', 'What printf is given'],
    ["p''rintf -v x a", 'What printf is given'],
    ['wait -p x', 'wait may run'],
    ['wait -np "a[$(id)]"', 'wait may run'],
    ['wait $x', 'wait may run'],
    ['wait "$!" $x', 'wait may run'],
    ['jobs -x id', 'jobs may run'],
    ['jobs -lx id', 'jobs may run'],
    ['set $x', 'set changes'],
    ['set -o vi', 'set changes'],
    ['set -k', 'set changes'],
    ['set -m --', 'set changes'],
    ['umask $x', 'umask changes'],
    ['umask u=rwx', 'umask changes'],
    ['export "$x"', 'export may evaluate'],
    ['export $x=1', 'export may evaluate'],
    ['export -n A', 'export may evaluate'],
    ['declare -i a=b', 'declare may evaluate'],
    ['declare "a[$(id)]=1"', 'declare may evaluate'],
    ['typeset -n a=b', 'typeset may evaluate'],
    ['readonly a[0]=1', 'readonly may evaluate'],
    ['unset "a[$(id)]"', 'unset may evaluate'],
    ['unset -r', 'unset may evaluate'],
    ['read "a[$(id)]"', 'read may evaluate'],
    ['mapfile -C id a', 'mapfile may evaluate'],
    ['let a=1', 'let may evaluate'],
    ['export PATH=.', 'PATH rules'],
    ['export PATH', 'PATH rules'],
    ['export LD_PRELOAD=x', 'LD_PRELOAD rules'],
    ['declare PATH+=:.', 'PATH rules'],
    ['unset HOME', 'HOME rules'],
    ['read PATH', 'PATH rules'],
    ['PATH=. ls', 'PATH rules'],
    ['IFS=x ls', 'IFS rules'],
    ['env PATH=. ls', 'PATH rules'],
    ['echo ${PATH:=x}', 'PATH rules'],
    ['alias ls=rm', 'alias changes'],
    ['shopt -s expand_aliases', 'shopt changes'],
    ['hash -p ./x ls', 'hash changes'],
    ['enable -f ./x x', 'enable changes'],
    ['bind -x a', 'bind changes'],
    ['eval $"id"', 'What eval is given'],
    ["eval $'r\\x6d x $y'", 'eval runs text'],
    ['sh -c \'r\'"m \\$x"', 'sh runs text'],
    ['ls | xargs touch', 'What touch is given'],
    ['ls | xargs nice touch', 'What touch is given'],
    ['ls | parallel touch', 'What touch is given'],
  ])('%s', async (line, reason) => {
    expect((await reasonsOf(line)).join('\n')).toContain(reason);
  });
});

describe('a name that find inserts may be any file below, or a script', () => {
  test.each([
    'find .git -exec touch {} +',
    'find . -name package.json -exec sed -i s/a/b/ {} \\;',
    'find src -exec sed {} notes.txt \\;',
    'find src -exec sed s/a/{}/ notes.txt \\;',
    "find src -exec sort -o '{}' notes.txt \\;",
    'find src -execdir cp notes.txt ./{} \\;',
    'find src -exec timeout 5 sed {} notes.txt \\;',
  ])('%s', async (line) => {
    expect((await reasonsOf(line)).join('\n')).toMatch(
      /What (?:touch|sed|sort|cp) is given is known only when it runs/,
    );
  });
});

test('a part that is not there has none', async () => {
  expect([...givenReasons(7, await analyseSafely('ls'))]).toEqual([]);
});
