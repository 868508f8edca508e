import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PermissionMode, Rule } from '#contract';
import { allow, command, deny, type PolicyBench, policyBench, REST } from './policy-bench.ts';

let bench: PolicyBench;
beforeAll(async () => {
  bench = await policyBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const NPM_TEST = { user: [allow(command('npm', ['test']))] };

const NPM_ANY = { user: [allow(command('npm', [REST]))] };

describe('files', () => {
  test('in the workspace are read without asking, credentials and what lies outside are not', async () => {
    const at = (name: string) => join(bench.workspace, name);
    expect(await bench.file('read', at('README.md'))).toMatchObject({ verdict: 'allow', tier: 'preset' });
    expect(await bench.file('read', at('.env'))).toMatchObject({ verdict: 'ask', tier: 'always-ask' });
    expect(await bench.file('read', '/etc/hosts')).toMatchObject({ verdict: 'ask', tier: 'default' });
    const user = [
      allow({ kind: 'file', access: 'read', path: '/etc/*' }),
      allow({ kind: 'file', access: 'read', path: '.env' }),
    ];
    expect((await bench.file('read', '/etc/hosts', { user })).verdict).toBe('allow');
    expect((await bench.file('read', at('.env'), { user })).verdict).toBe('ask');
  });

  test('are changed by rule or in the mode that allows edits, and deleted by rule alone', async () => {
    const at = (name: string) => join(bench.workspace, name);
    const edits = { mode: 'edits' } as const;
    expect((await bench.file('change', at('src/a.ts'))).verdict).toBe('ask');
    expect(await bench.file('change', at('src/a.ts'), edits)).toMatchObject({ verdict: 'allow', tier: 'mode' });
    expect(await bench.file('change', at('package.json'), edits)).toMatchObject({ verdict: 'ask', tier: 'always-ask' });
    expect(await bench.file('change', '/tmp/x', edits)).toMatchObject({ verdict: 'ask', tier: 'always-ask' });
    expect((await bench.file('delete', at('src/a.ts'), edits)).verdict).toBe('ask');
    expect(
      (await bench.file('change', at('src/a.ts'), { ...edits, warnings: [{ level: 'caution', text: 'x' }] })).verdict,
    ).toBe('ask');
    expect((await bench.file('change', at('src/a.ts'), { ...edits, alwaysAsk: 'two names' })).why).toBe('two names');
    const user = [allow({ kind: 'file', access: 'delete', path: 'src/**' })];
    expect((await bench.file('delete', at('src/a.ts'), { user })).verdict).toBe('allow');
    expect(
      (await bench.file('delete', bench.workspace, { user: [allow({ kind: 'file', access: 'delete', path: '/**' })] }))
        .verdict,
    ).toBe('deny');
  });
});

describe('modes', () => {
  test('Read only denies writes and all commands but proven ones, whatever is allowed', async () => {
    const given = {
      mode: 'read-only',
      user: [...NPM_ANY.user, allow({ kind: 'file', access: 'write', path: '**' })],
    } as const;
    expect(await bench.line('npm test', given)).toMatchObject({ verdict: 'deny', tier: 'mode' });
    expect(await bench.line('ls', given)).toMatchObject({ verdict: 'allow', sandbox: 'read-only' });
    expect((await bench.line('ls', { ...given, hasSandbox: false })).verdict).toBe('ask');
    expect((await bench.file('change', join(bench.workspace, 'src/a.ts'), given)).verdict).toBe('deny');
    expect((await bench.file('read', join(bench.workspace, 'src/a.ts'), given)).verdict).toBe('allow');
    expect((await bench.call('weather', {}, given)).verdict).toBe('ask');
  });

  test('no mode lifts a deny', async () => {
    const user = [deny({ kind: 'file', access: 'write', path: 'src/**' })];
    expect((await bench.file('change', join(bench.workspace, 'src/a.ts'), { user, mode: 'edits' })).verdict).toBe(
      'deny',
    );
  });
});

test('commands that only read run in the sandbox, and are asked about where there is none', async () => {
  expect(await bench.line('cat README.md | wc -l')).toMatchObject({
    verdict: 'allow',
    tier: 'preset',
    sandbox: 'read-only',
  });
  expect(await bench.line('cat README.md | wc -l', { hasSandbox: false })).toMatchObject({
    verdict: 'ask',
    sandbox: 'none',
  });
});

test('a command that only reads does not run outside the sandbox because something beside it is allowed', async () => {
  expect((await bench.line('npm test; cat README.md', NPM_TEST)).verdict).toBe('ask');
});

test('a file behind a link that leads to credentials is not read without asking', async () => {
  await writeFile(join(bench.workspace, '.env'), 'KEY=1');
  await symlink('.env', join(bench.workspace, 'notes.txt')).catch(() => {});
  expect((await bench.line('cat notes.txt')).verdict).toBe('ask');
});

test('tools of a provider are decided by rules about their names and values', async () => {
  const rule = { kind: 'tool', provider: 'weather', tool: 'get', arguments: { city: 'Bern' } } as const;
  const given = { tool: 'get', user: [allow(rule)] };
  expect((await bench.call('weather', { city: 'Bern', day: '1' }, given)).verdict).toBe('allow');
  expect((await bench.call('weather', { city: 'Rome' }, given)).verdict).toBe('ask');
  expect((await bench.call('other', { city: 'Bern' }, given)).verdict).toBe('ask');
  expect((await bench.call('weather', { city: 'Bern' }, { ...given, tool: 'set' })).verdict).toBe('ask');
  const denied = { tool: 'get', user: [allow(rule), deny({ ...rule, arguments: {}, tool: '*' })] };
  expect((await bench.call('weather', { city: 'Bern' }, denied)).verdict).toBe('deny');
});

test('what a rule denied while large numbers were shown rounded stays denied, and what it allowed is asked about', async () => {
  const rule = { kind: 'tool', provider: 'bank', tool: 'get', arguments: { id: '12345678901234567000' } } as const;
  const verdict = async (id: string, ...user: Rule[]) =>
    (await bench.call('bank', { id }, { tool: 'get', user })).verdict;
  for (const id of ['12345678901234567000', '12345678901234567890']) expect(await verdict(id, deny(rule))).toBe('deny');
  expect(await verdict('12345678901239999999', deny(rule))).toBe('ask');
  expect(await verdict('12345678901234567000', allow(rule))).toBe('allow');
  expect(await verdict('12345678901234567890', allow(rule))).toBe('ask');
  const endless = deny({ ...rule, arguments: { id: 'null' } });
  expect(await verdict('1e400', endless)).toBe('deny');
  expect(await verdict('5.0', deny({ ...rule, arguments: { id: '5' } }))).toBe('ask');
});

describe('a tool of an agent workspace', () => {
  const code = (box?: 'workspace' | 'network') => {
    return { code: { workspace: '/w', file: 'tools/a.py', hash: 'h', ...(box && { box }) } };
  };

  test('stays in its box unasked in the mode Workspace alone', async () => {
    await using bench = await policyBench();
    const verdict = async (mode: PermissionMode, box?: 'workspace' | 'network', more: object = {}) =>
      (await bench.call('w', {}, { mode, ...code(box), ...more })).verdict;
    expect(await bench.call('w', {}, { mode: 'workspace', ...code('workspace') })).toMatchObject({
      verdict: 'allow',
      tier: 'mode',
      sandbox: 'workspace',
    });
    for (const mode of ['ask', 'edits', 'read-only'] as const) expect(await verdict(mode, 'workspace')).toBe('ask');
    expect(await verdict('workspace', 'network')).toBe('ask');
    expect(await verdict('workspace')).toBe('ask');
    expect(await verdict('workspace', 'workspace', { alwaysAsk: 'so' })).toBe('ask');
    const warnings = [{ level: 'danger' as const, text: 'hidden' }];
    expect(await verdict('workspace', 'workspace', { warnings })).toBe('ask');
  });

  test('its question says which mode would not ask', async () => {
    await using bench = await policyBench();
    const { unasked } = await bench.call('w', {}, { mode: 'ask', hasBox: true, ...code('workspace') });
    expect(unasked?.would).toBe('in the mode Workspace, in the box, or by a rule');
    expect((await bench.call('w', {}, { mode: 'ask', ...code('network') })).unasked?.would).toBe('by a rule');
  });
});
