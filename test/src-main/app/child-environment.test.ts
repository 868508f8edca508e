import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { commandEnvironment, terminalEnvironment } from '#app/child-environment';

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
  expect(terminalEnvironment({ ...PERSONS, ...OURS, GONE: undefined })).toEqual(PERSONS);
});

test('commands of the model get no key of a model server', () => {
  const environment = { ...PERSONS, ...OURS, PHISHELL_KEY: 'k', MY_APIKEY: 'k', ANTHROPIC_API_KEY: 'k' };

  const { OPENAI_API_KEY: _, ...withoutKey } = PERSONS;
  expect(commandEnvironment(environment)).toEqual(withoutKey);
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

  expect(terminalEnvironment(environment)).toEqual({ PATH: ['/usr/bin', '/opt/bin'].join(delimiter) });
});

test("without npm, PATH is the person's own", () => {
  expect(terminalEnvironment({ PATH: '/app/node_modules/.bin' })).toEqual({ PATH: '/app/node_modules/.bin' });
});
