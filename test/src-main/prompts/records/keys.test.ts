import { describe, expect, test } from 'vitest';
import { bytewise } from '../../../../src-main/prompts/records/bytewise.ts';
import {
  callableName,
  keyProblem,
  keyToFunc,
  keyToJsonPath,
  PREFIXES,
} from '../../../../src-main/prompts/records/keys.ts';

describe('keyToJsonPath', () => {
  test.each([
    ['shenma:environs:vscode:rules', PREFIXES.environ, 'vscode.rules'],
    ['shenma:environs:model', PREFIXES.environ, 'model'],
    ['shenma:templates:translator:zh_en', PREFIXES.template, 'translator.zh_en'],
    ['shenma:extensions:zgsm:translator', PREFIXES.extension, 'zgsm.translator'],
    ['shenma:environs:a:b:c:d', PREFIXES.environ, 'a.b.c.d'],
    ['shenma:environs:a:b:c', PREFIXES.environ, 'a.b.c'],
    ['shenma:environs:', PREFIXES.environ, ''],
    ['shenma:environs:a::b', PREFIXES.environ, 'a..b'],
    ['shenma:environs:a:', PREFIXES.environ, 'a.'],
    ['shenma:environs:a.b:c', PREFIXES.environ, 'a.b.c'],
    ['vscode:rules', PREFIXES.environ, 'vscode.rules'],
    ['shenma:environs:args:x', PREFIXES.environ, 'args.x'],
    ['shenma:environs:my-mod:x', PREFIXES.environ, 'my-mod.x'],
  ])('%s is %s without its prefix: %s', (key, prefix, path) => {
    expect(keyToJsonPath(key, prefix)).toBe(path);
  });
});

describe('keyToFunc and the name that templates call', () => {
  test.each([
    ['shenma:tools:codebase:lookup_ref', 'codebase_lookup_ref', 'codebase_lookup_ref'],
    ['shenma:tools:mcp:chrome:xx', 'mcp_chrome_xx', 'mcp_chrome_xx'],
    ['shenma:tools:clock', 'clock', 'clock'],
    ['shenma:tools:my-mod:do-it', 'my-mod_do-it', 'my_mod_do_it'],
    ['shenma:tools:v1.2:run', 'v1.2_run', 'v1_2_run'],
    ['shenma:tools:3d:render', '3d_render', '_3d_render'],
    ['shenma:tools:Code:Find', 'Code_Find', 'Code_Find'],
    ['shenma:tools:print', 'print', 'print'],
    ['shenma:tools:', '', ''],
  ])('%s is %s, called as %s', (key, id, callable) => {
    expect(keyToFunc(key)).toBe(id);
    expect(callableName(id)).toBe(callable);
  });
});

describe('a key that names nothing', () => {
  test.each([
    'shenma:environs:',
    'shenma:environs:a::b',
    'shenma:environs:a:',
    'shenma:environs::a',
    'shenma:environs:a.:b',
  ])('%s is told', (key) => {
    expect(keyProblem(key, 'environ')).toBeDefined();
  });

  test('of a tool: the empty one, and an empty segment; points are characters like any other', () => {
    expect(keyProblem('shenma:tools:', 'tool')).toBeDefined();
    expect(keyProblem('shenma:tools:a::b', 'tool')).toBeDefined();
    expect(keyProblem('shenma:tools:v1.2:run', 'tool')).toBeUndefined();
  });
});

test('texts are ordered by the bytes of their UTF-8', () => {
  const texts = ['\u{1f600}', '\uffee', 'a', 'b', 'Z', '', 'aa', '\ud7ff', 'a\u{10000}', 'a\ufffd'];
  const expected = [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect([...texts].sort(bytewise)).toEqual(expected);
});
