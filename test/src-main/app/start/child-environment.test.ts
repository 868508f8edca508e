import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { commandEnvironment, personEnvironment } from '#app/start/child-environment';

const PERSONS = {
  HOME: '/home/ada',
  LANG: 'C.UTF-8',
  OPENAI_API_KEY: 'sk-person',
  EDITOR: 'vi',
  NODE: '/usr/bin/node',
};
const OURS = {
  SIGMA_DATA: '/d',
  SIGMA_GROUP: 'x',
  ELECTRON_RUN_AS_NODE: '1',
  NODE_OPTIONS: '--require x',
  NODE_CHANNEL_FD: '3',
};

test("terminals get the person's variables and none of the app's", () => {
  expect(personEnvironment({ ...PERSONS, ...OURS, GONE: undefined })).toEqual(PERSONS);
});

test('a key of a profile is in nobody else’s environment', () => {
  expect(personEnvironment({ ...PERSONS, PHISHELL_KEY: 'k' })).toEqual(PERSONS);
});

test('commands of the model get no key of a model server', () => {
  const environment = { ...PERSONS, ...OURS, PHISHELL_KEY: 'k', MY_APIKEY: 'k', ANTHROPIC_API_KEY: 'k' };

  const { OPENAI_API_KEY: _, ...withoutKey } = PERSONS;
  expect(commandEnvironment(environment)).toEqual(withoutKey);
});

test.each([
  'ANTHROPIC_API_KEY',
  'MYAPIKEY',
  'GITHUB_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'PGPASSWORD',
  'MYSQL_PWD',
  'SMTP_PASS',
  'npm_auth_token',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GH_PAT',
  'NPM_AUTH',
  'SSH_KEY_PASSPHRASE',
  'client_secret',
])('%s reaches no command', (name) => {
  expect(commandEnvironment({ [name]: 'canary' })).toEqual({});
});

test('a password in an address reaches no command, but for a proxy, which is of no use without', () => {
  const environment = { DATABASE_URL: 'postgres://ada:canary@db/x', https_proxy: 'http://ada:p@proxy:8080' };

  expect(commandEnvironment(environment)).toEqual({ https_proxy: environment.https_proxy });
});

test('what only sounds alike reaches commands', () => {
  const environment = {
    PWD: '/w',
    KEYBOARD: 'us',
    XKB_DEFAULT_LAYOUT: 'de',
    SSH_AUTH_SOCK: '/s',
    PATH: '/bin',
    COMPASS: 'n',
    HOMEPAGE: 'https://example.org/a:b@c',
    AUTHOR: 'Ada',
  };

  expect(commandEnvironment(environment)).toEqual(environment);
});

test('what npm adds when it runs a script is taken out again, its folders in PATH included', () => {
  const path = ['/app/node_modules/.bin', '/node_modules/.bin', '/x/node-gyp-bin', '/usr/bin', '/opt/bin'].join(
    delimiter,
  );
  const environment = {
    PATH: path,
    npm_lifecycle_event: 'start',
    npm_config_registry: 'x',
    INIT_CWD: '/x',
    NODE: '/usr/bin/node',
    COLOR: '1',
  };

  expect(personEnvironment(environment)).toEqual({ PATH: ['/usr/bin', '/opt/bin'].join(delimiter) });
});

test("without npm, PATH is the person's own", () => {
  expect(personEnvironment({ PATH: '/app/node_modules/.bin' })).toEqual({ PATH: '/app/node_modules/.bin' });
});
