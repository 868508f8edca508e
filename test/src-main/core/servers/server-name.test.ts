import { expect, test } from 'vitest';
import { isOnThisMachine } from '#contract/this-machine';
import { serverName } from '#core/servers/server-name';

test.each([
  ['https://api.openai.com/v1', 'openai'],
  ['https://api.mistral.ai/v1', 'mistral'],
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['http://localhost:11434/v1', 'local'],
  ['http://127.0.0.1:8080/v1', 'local'],
  ['http://192.168.1.5:8000/v1', 'local'],
  ['http://[::1]:8000/v1', 'local'],
  ['http://gpubox:8000/v1', 'gpubox'],
  ['unix:/run/user/1000/ai.sock', 'local'],
  ["http://it's.example/v1", 'model'],
  ['not an address', 'model'],
])('%s is called %s', (address, name) => {
  expect(serverName(address)).toBe(name);
});

test.each([
  ['http://localhost/v1', true],
  ['http://127.8.9.1/v1', true],
  ['http://[::1]/v1', true],
  ['http://192.168.1.5/v1', false],
  ['http://localhost.evil.example/v1', false],
  ['http://127.evil.example/v1', false],
  ['not an address', false],
])('%s is on this machine: %s', (address, is) => {
  expect(isOnThisMachine(address)).toBe(is);
});
