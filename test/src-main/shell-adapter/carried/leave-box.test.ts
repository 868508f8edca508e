import { describe, expect, test } from 'vitest';
import { isSensitiveVariable } from '#approvals';
import { ClientLines } from '../../../../src-main/shell-adapter/carried/client-lines.ts';
import { type LeavingRules, leavingBox } from '../../../../src-main/shell-adapter/carried/leave-box.ts';
import type { ShellVariable, StateChange } from '../../../../src-main/shell-adapter/carried/shell-state.ts';

const NOTHING: StateChange = {
  umask: undefined,
  options: new Map(),
  shopts: new Map(),
  variables: new Map(),
  functions: new Map(),
  aliases: new Map(),
};

const text = (value: string, isExported = false): ShellVariable => ({
  kind: 'text',
  isExported,
  values: new Map([['0', value]]),
});

function rules(lines: readonly string[], more: Partial<LeavingRules> = {}): LeavingRules {
  const known = new ClientLines();
  for (const line of lines) {
    known.add(line, { functions: new Map([['greet', '{ echo hi; }']]), aliases: new Map([['ll', 'ls -l']]) });
  }
  return {
    lines: known,
    isRuling: isSensitiveVariable,
    environment: { PATH: '/usr/bin', HOME: '/home/me', EDITION: 'a' },
    inBox: { PATH: '/usr/bin', HOME: '/home/me', EDITION: 'a', TMPDIR: '/tmp' },
    started: {
      umask: '0022',
      options: new Set(['hashall']),
      shopts: new Set(['extglob']),
      variables: new Map([['PATH', text('/usr/bin', true)]]),
    },
    functions: new Map([['greet', 'greet () \n{ \n    echo hi\n}\n']]),
    isProgram: (name) => ['ls', 'git', 'deploy'].includes(name),
    ...more,
  };
}

const variable = (name: string, value: ShellVariable | undefined, known: LeavingRules) =>
  leavingBox({ ...NOTHING, variables: new Map([[name, value]]) }, known);

describe('variables', () => {
  test('what a line names is carried, exported or not', () => {
    const known = rules(['export TARGET=prod; count=3']);
    expect(variable('TARGET', text('prod', true), known).change.variables.get('TARGET')?.isExported).toBe(true);
    expect(variable('count', text('3'), known).kept).toEqual([]);
  });

  test.each([
    ['PATH', '/w/bin'],
    ['HOME', '/w'],
    ['LD_PRELOAD', 'x.so'],
    ['BASH_ENV', 'x'],
    ['PROMPT_COMMAND', 'x'],
    ['PS4', '$(x)'],
    ['IFS', 'x'],
    ['GIT_SSH_COMMAND', 'x'],
    ['NODE_OPTIONS', '--require x'],
    ['PYTHONPATH', '.'],
    ['MAKEFLAGS', 'x'],
    ['CC', 'x'],
    ['https_proxy', 'x'],
    ['DOCKER_HOST', 'x'],
    ['AWS_PROFILE', 'x'],
    ['MY_PLUGIN_PATH', 'x'],
    ['GLOBIGNORE', 'x'],
    ['TMOUT', '1'],
    ['EDITION', 'b'],
  ])('%s rules what runs, or is the other shell’s own, and stays', (name, value) => {
    expect(variable(name, text(value, true), rules([`export ${name}=${value}`])).kept).toEqual([name]);
  });

  test('what no line names stays, and so does what is gone without one that says so', () => {
    const known = rules(['unset B']);
    expect(variable('A', text('1'), known).kept).toEqual(['A']);
    expect(variable('B', undefined, known).kept).toEqual([]);
    expect(variable('C', undefined, rules(['C=1'])).kept).toEqual(['C']);
  });

  test.each(['a[$(x)]', 'b[`x`]', 'n[ $((1)) ]', 'x\n[\n$y'])('%j is evaluated by arithmetic, and stays', (value) => {
    const known = rules(['N=1']);
    expect(variable('N', text(value), known).kept).toEqual(['N']);
    const map: ShellVariable = { kind: 'map', isExported: false, values: new Map([[value, 'v']]) };
    expect(variable('N', map, known).kept).toEqual(['N']);
  });

  test('an index that is no number, and a value without end, stay', () => {
    const known = rules(['N=1']);
    const list: ShellVariable = { kind: 'list', isExported: false, values: new Map([['0]=x', 'v']]) };
    expect(variable('N', list, known).kept).toEqual(['N']);
    expect(variable('N', text('x'.repeat(200_000)), known).kept).toEqual(['N']);
  });

  test('what the box gave its shell is not spoken of', () => {
    expect(variable('TMPDIR', text('/tmp', true), rules([]))).toMatchObject({ kept: [] });
    expect(variable('TMPDIR', text('/tmp', true), rules([])).change.variables.size).toBe(0);
    expect(variable('TMPDIR', text('/else', true), rules(['TMPDIR=/else'])).kept).toEqual(['TMPDIR']);
  });
});

describe('functions and aliases', () => {
  const made = { text: 'greet () \n{ \n    echo hi\n}\n', isExported: true };
  const functions = (name: string, value: typeof made | undefined, known = rules(['greet() { echo hi; }'])) =>
    leavingBox({ ...NOTHING, functions: new Map([[name, value]]) }, known);

  test('a function is carried as a line of the client has it, and not exported', () => {
    expect(functions('greet', made).change.functions.get('greet')).toEqual({ ...made, isExported: false });
  });

  test.each(['ls', 'deploy', 'cd', 'builtin', 'command_not_found_handle', 'if', 'a/b', 'x y', ''])(
    'one named %j takes a place that is not its own, and stays',
    (name) => {
      const known = rules([], { functions: new Map([[name, made.text]]) });
      expect(functions(name, made, known).kept).toEqual([`the function ${name}`]);
    },
  );

  test('another text under its name stays, and so does its end without a line that says so', () => {
    expect(functions('greet', { ...made, text: `${made.text}x` }).kept).toEqual(['the function greet']);
    expect(functions('greet', undefined).kept).toEqual(['the function greet']);
    expect(functions('greet', undefined, rules(['unset -f greet'])).kept).toEqual([]);
  });

  test('an alias is carried when a line defines it so', () => {
    const aliases = (name: string, value: string) =>
      leavingBox({ ...NOTHING, aliases: new Map([[name, value]]) }, rules(['alias ll="ls -l"'])).kept;
    expect(aliases('ll', 'ls -l')).toEqual([]);
    expect(aliases('ll', 'ls -l; x')).toEqual(['the alias ll']);
    expect(aliases('ls', 'ls -l')).toEqual(['the alias ls']);
  });
});

test('options that change what a line means stay, and an umask that gives more', () => {
  const change: StateChange = {
    ...NOTHING,
    umask: '0000',
    options: new Map([
      ['pipefail', true],
      ['keyword', true],
      ['allexport', true],
    ]),
    shopts: new Map([
      ['nullglob', true],
      ['dotglob', true],
      ['cdable_vars', true],
    ]),
  };
  const { change: left, kept } = leavingBox(change, rules([]));
  expect([...left.options.keys(), ...left.shopts.keys(), left.umask]).toEqual(['pipefail', 'nullglob', undefined]);
  expect(kept).toEqual([
    'umask 0000',
    'the option keyword',
    'the option allexport',
    'the option dotglob',
    'the option cdable_vars',
  ]);
  expect(leavingBox({ ...NOTHING, umask: '0077' }, rules([])).change.umask).toBe('0077');
});

test('everything may go back to what the shell outside was started with', () => {
  const known = rules(['unset GIT_DIR']);
  expect(variable('PATH', text('/usr/bin', true), known).kept).toEqual([]);
  expect(variable('PATH', text('/bin', true), known).kept).toEqual(['PATH']);
  expect(variable('PATH', undefined, rules(['unset PATH'])).kept).toEqual(['PATH']);
  expect(variable('GIT_DIR', undefined, known).kept).toEqual([]);
  const change: StateChange = {
    ...NOTHING,
    options: new Map([
      ['hashall', true],
      ['keyword', false],
    ]),
    shopts: new Map([['dotglob', false]]),
  };
  expect(leavingBox(change, known).kept).toEqual([]);
});
