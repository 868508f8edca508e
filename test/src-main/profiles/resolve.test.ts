import { expect, test } from 'vitest';
import { NO_KEY } from '#contract/profile-presets';
import type { ProfileText, RawProfile } from '../../../src-main/profiles/files/config-file.ts';
import { resolveProfile } from '../../../src-main/profiles/resolve.ts';

const PATH = '/w/.phishell.yaml';

function resolved(text: ProfileText, name = 'p') {
  const raw = { name, text, scope: 'local', path: PATH, problems: [], lineOf: () => ({ line: 3 }) };
  return resolveProfile(raw as unknown as RawProfile);
}

/** Keys of what is wrong. */
const wrong = (text: ProfileText, name?: string) =>
  resolved(text, name).problems.map(({ path }) => path.slice('profiles.p.'.length));

test('what is not said comes from the preset, else from the defaults', () => {
  const plain = resolved({});
  expect(plain).toMatchObject({
    id: `${PATH}\np`,
    file: 'local',
    contextFrom: 'default',
    key: undefined,
    problems: [],
  });
  expect(plain).not.toHaveProperty('problem');
  expect(plain.origin).toBe(new URL(plain.baseUrl).origin);
  expect(resolved({ prompt: ' \n' }).prompt).toBeUndefined();
  expect(resolved({ context: 100_000 })).toMatchObject({ context: 100_000, contextFrom: 'file' });
});

test('a wrong value is told with its place, and nothing of it is used', () => {
  const usual = resolved({});
  for (const baseurl of [
    '',
    'ftp://x',
    'api.example',
    'http://',
    'http://me:secret@x/',
    'javascript:1',
    'http://@:x/',
  ]) {
    expect(wrong({ baseurl })).toEqual(['baseurl']);
    expect(resolved({ baseurl })).toMatchObject({ baseUrl: usual.baseUrl, origin: usual.origin });
  }
  for (const concurrency of [0, -1]) expect(resolved({ concurrency }).concurrency).toBe(usual.concurrency);
  for (const context of [0, -5])
    expect(resolved({ context })).toMatchObject({ context: usual.context, contextFrom: 'default' });
  expect(wrong({ concurrency: 0, context: 0, model: ' ' }).sort()).toEqual(['concurrency', 'context', 'model']);
  expect(resolved({ protocol: 'gemini' } as ProfileText)).not.toHaveProperty('protocol');
  expect(wrong({ preset: 'constructor' })).toEqual(['preset']);
});

test('a profile with any problem has one sentence that says where, so that it is not used', () => {
  const { problem } = resolved({ baseurl: 'nowhere' });
  expect(problem).toContain(`${PATH}:3: profile p, baseurl:`);
  for (const key of ['two words', 'with\nbreak', 'schlüssel', '\u200bkey']) {
    expect(wrong({ key })).toEqual(['key']);
    expect(resolved({ key }).problem).not.toContain(key);
  }
  expect(resolved({ baseurl: 'http://me:secret@x/' }).problem).not.toContain('secret');
});

test('a name is what a keychain can tell apart', () => {
  for (const name of ['', ' p', 'p ', 'a:b', 'a\nb', 'a\tb', 'a\r\nb', 'a\u200bb', 'x'.repeat(65)]) {
    expect(resolved({}, name).problem).toMatch(/A name has/);
  }
  expect(resolved({}, 'x'.repeat(64)).problem).toBeUndefined();
});

test('a key is without the blanks around it, and a socket needs none', () => {
  expect(resolved({ key: ' sk-1 \n' }).key).toBe('sk-1');
  expect(resolved({ key: '  ' }).key).toBeUndefined();
  expect(resolved({ baseurl: 'unix:/run/model.sock' })).toMatchObject({ key: NO_KEY, problems: [] });
  expect(resolved({ baseurl: 'unix:/run/model.sock', key: 'sk-1' }).key).toBe('sk-1');
});
