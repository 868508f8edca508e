import { expect, test } from 'vitest';
import { secretsInWords } from '#core/secrets/word-secrets';

test.each([
  [['mcp', '-header', 'Authorization: Bearer hush-hush', 'x', 'https://x.example'], ['hush-hush']],
  [['mcp', '--header=X-Api-Key: hush-hush', 'x', 'https://x.example'], ['hush-hush']],
  [['mcp', '-header', 'X-Auth: hush-hush', 'x', 'https://x.example'], ['hush-hush']],
  [['mcp', '-header', 'Cookie: a=1; session=hush', 'x', 'https://x.example'], ['a=1; session=hush']],
  [['mcp', '-header', 'Authorization Bearer hush-hush', 'x', 'https://x.example'], ['hush-hush']],
  [
    ['mcp', '-header', 'X-Mode: plain', '-env', 'MY_TOKEN=hush', 'x', 'run', '--key=abc'],
    ['hush', 'abc'],
  ],
  [
    ['mcp', 'x', 'https://me:hush%20hush@x.example/mcp'],
    ['hush%20hush', 'hush hush'],
  ],
  [['mcp', 'x', `https://${'t'.repeat(20)}@x.example/mcp`], ['t'.repeat(20)]],
  [['mcp', 'x', 'npx', 'remote', 'https://x.example', '-H', 'Authorization: Bearer hush-hush'], ['hush-hush']],
  [['mcp', '-header', 'Authorization', 'x', 'https://me@x.example'], []],
  [
    ['server', '--api-key', 'hush-hush', '--token', '-v', '--port', '80', '--db-pass=hush'],
    ['hush-hush', 'hush'],
  ],
  [['server', '--token-file=/run/token', '--key-path', '/run/key', '--token-file', '/run/token'], []],
])('secrets behind attach in %j: %j', (words, expected) => {
  expect(secretsInWords(words)).toEqual(expected);
});
