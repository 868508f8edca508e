import { expect, test } from 'vitest';
import { isSecretHeader, isSecretName } from '#contract/secret-names';
import { isSecretVariable } from '#core/secrets/secret-variables';
import { cpuMsOf } from '../../../support/time-taken.ts';

test.each([
  'OPENAI_API_KEY',
  'apikey',
  'GITHUB_TOKEN',
  'GITHUBTOKEN_2',
  'DB_PASSWORD',
  'PGPASSWORD',
  'AWSCREDENTIALS',
  'SMTP_PASS',
  'SESSION_COOKIE',
  'CLIENT_SECRET_OLD',
  'GITHUB_PAT',
  'NPM_CONFIG__AUTH',
  'OLD_PWD',
])('%s names a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  'PATH',
  'PWD',
  'OLDPWD',
  'HOME',
  'MONKEY_BAR',
  'KEYBOARD',
  'TOKENIZERS_PARALLELISM',
  'SSH_AUTH_SOCK',
  'LANG',
])('%s names none', (name) => {
  expect(isSecretName(name)).toBe(false);
});

test.each(['X-Auth', 'x-pass', 'Private-Token', 'Api-Key-2', 'Cookie'])('a header %s has a secret', (name) => {
  expect(isSecretHeader(name)).toBe(true);
});

test('an address with a password is a secret, but not a proxy', () => {
  expect(isSecretVariable('DATABASE', 'postgres://me:open@db/x')).toBe(true);
  expect(isSecretVariable('https_proxy', 'http://me:open@proxy:1')).toBe(false);
});

test('an address of nothing but colons is looked at as quickly as any other', () => {
  expect(cpuMsOf(() => isSecretVariable('ADDRESS', `http://${':'.repeat(100_000)}`))).toBeLessThan(1000);
  expect(isSecretVariable('ADDRESS', 'http://me:a:b@host')).toBe(true);
  expect(isSecretVariable('ADDRESS', 'http://::@host')).toBe(true);
  expect(isSecretVariable('ADDRESS', 'http://me:@host')).toBe(false);
});
