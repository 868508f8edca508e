import { execFile } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeState, quotedBytes } from '../../../../src-main/shell-adapter/carried/change-state.ts';
import { functionBody, plainDefinitions } from '../../../../src-main/shell-adapter/carried/definitions.ts';
import { changeBetween, isUnchanged } from '../../../../src-main/shell-adapter/carried/shell-state.ts';
import { readState, tellState } from '../../../../src-main/shell-adapter/carried/tell-state.ts';

const TOKEN = 'f'.repeat(32);

/** Texts that a new bash runs one after the other, and what it then holds. */
async function stateAfter(...texts: readonly string[]) {
  const state = readState(await printed([...texts, tellState(TOKEN)].join('\n')), TOKEN);
  if (!state) throw new Error('No state was told');
  return state;
}

const printed = (script: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
    const args = ['--norc', '--noprofile', '-c', script];
    execFile('bash', args, { env, encoding: 'buffer' }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });

test('what one shell holds, another holds after the change', async () => {
  const source = [
    'export A="one two"; b=$(printf "x\\ny\\t\\\\ \\"q\\" \\$z"); c=; declare d; declare -x E; f=$(printf "\\303\\251\\377")',
    'list=(a "b c" [7]=d); declare -a empty; declare -A map=([k]=v ["a b]"]="$b" [\\$x]=y); export list',
    'plain() { echo hi; cat <<X\nhere $1\nX\n}; shopt -s extglob\nfunction wide { case $1 in +(a|b)) echo yes;; esac; }; export -f plain',
    "alias ll='ls -l' q=$'a\\'b'; shopt -s nullglob; set -o pipefail -u; umask 027",
  ].join('\n');
  const there = await stateAfter(source);
  const change = changeBetween(await stateAfter(''), there);

  const here = await stateAfter(changeState(change, true, true));

  expect(isUnchanged(changeBetween(here, there))).toBe(true);
  expect(there.variables.get('f')?.values.get('0')).toBe('\u00c3\u00a9\u00ff');
  expect(there.functions.get('plain')?.isExported).toBe(true);
});

test('a change taken back leaves the shell as it was', async () => {
  const start = 'A=1; f() { :; }; shopt -s expand_aliases; alias x=y';
  const before = await stateAfter(start);
  const after = await stateAfter(`${start}\nA=2; B=3; unset -f f; unalias x; set -f`);
  const there = changeState(changeBetween(before, after), false, true);
  const back = changeState(changeBetween(after, before), false, true);
  expect(isUnchanged(changeBetween(before, await stateAfter(start, there, back)))).toBe(true);
});

test('bash reads quoted bytes as they are', async () => {
  const texts = fc.array(
    fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)) }),
    {
      maxLength: 20,
    },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const script = `printf '%s\\0' ${all.map(quotedBytes).join(' ')}`;
      const told = all.length === 0 ? '\0' : all.map((one) => `${one}\0`).join('');
      expect((await printed(script)).toString('latin1')).toBe(told);
    }),
    { numRuns: 50 },
  );
});

test('what is no state, or only a part of one, is none', async () => {
  const whole = await printed(tellState(TOKEN));
  expect(readState(whole, TOKEN)).toBeDefined();
  for (const length of [0, 10, 40, 200, whole.length - 10]) {
    expect(readState(whole.subarray(0, length), TOKEN)).toBeUndefined();
  }
  expect(readState(whole, 'e'.repeat(32))).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => readState(Buffer.from(bytes), TOKEN) === undefined),
  );
});

test('only what is nothing but a definition is one', async () => {
  const bodies = new Map([
    ['fine', '{ echo "$1"; if true; then cat <<X\nhere\nX\nfi; }'],
    ['more', '{ :; }; touch /x'],
    ['lines', '{ :; }\ntouch /x'],
    ['early', '{ :\n}\n{ touch /x\n}'],
    ['open', '{ echo "'],
    ['redirected', '{ :; } > /x'],
    ['subshell', '( touch /x )'],
    ['none', ''],
  ]);
  const options = { bash: '/bin/bash', path: '/usr/bin:/bin', sandbox: <T>(program: T) => program };
  const found = await plainDefinitions(bodies, options);
  expect([...found.keys()].sort()).toEqual(['early', 'fine', 'lines', 'redirected']);
  // What stood behind them is gone.
  for (const name of ['early', 'lines']) expect(found.get(name)).toBe(`${name} () \n{ \n    :\n}\n`);
  expect(functionBody('fine', found.get('fine') ?? '')).toMatch(/^\{/);
});
