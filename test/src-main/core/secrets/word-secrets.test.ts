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
  [
    ['server', '--db=postgres://me:hush-hush@db/x', '--auth-url', 'https://me:hush@x.example'],
    ['hush-hush', 'hush'],
  ],
  [['server', '--no-auth', 'server.js', '--use-keys', 'main.py', '--ssl-key', '/etc/ssl/key.pem', '--keys=./keys'], []],
  [['server', '--max-tokens', '4096', '--max-tokens=8192', '--sort-key', 'created_at', '--primary-key=user_id'], []],
  [
    ['server', '--api-key-env', 'OPENAI_API_KEY', '--token-header=X-Auth-Token', '--token-url', 'https://x.example'],
    [],
  ],
  [
    ['server', '--password=/Ab+cd/Ef==', '--pass', '12345678'],
    ['/Ab+cd/Ef==', '12345678'],
  ],
])('secrets behind attach in %j: %j', (words, expected) => {
  expect(secretsInWords(words)).toEqual(expected);
});
