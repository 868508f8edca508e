import { expect, test } from 'vitest';
import { mcpSpecOf } from '#core/text/mcp-words';

const read = (...words: string[]) => mcpSpecOf(words, (name) => ({ TOKEN: 'abc' })[name]);

test('a program with its arguments; variables are passed on by name, or with a value', () => {
  expect(read('files', 'npx', '-y', 'server', '.')).toEqual({
    kind: 'mcp',
    name: 'files',
    transport: { type: 'stdio', argv: ['npx', '-y', 'server', '.'], environment: {} },
  });
  const environment = { TOKEN: 'abc', MODE: 'a=b' };
  for (const words of [
    ['-env', 'TOKEN', '--env=MODE=a=b', 'x', 'run', '-env'],
    ['x', '-env', 'TOKEN', '-env', 'MODE=a=b', '--', 'run', '-env'],
  ]) {
    expect(read(...words)).toMatchObject({ name: 'x', transport: { argv: ['run', '-env'], environment } });
  }
});

test('an address with its headers', () => {
  expect(read('-header', 'Authorization: Bearer t', 'far', 'https://mcp.example/x')).toMatchObject({
    transport: { type: 'http', url: 'https://mcp.example/x', headers: { Authorization: 'Bearer t' } },
  });
});

test.each([
  [[], 'A name is missing'],
  [['x'], 'An address or a program is missing'],
  [['a b', 'run'], 'A name is made of letters, digits, dashes and underscores, at most 32'],
  [['-env', 'NONE', 'x', 'run'], 'The variable NONE is not set'],
  [['-what', 'x', 'run'], 'There is no flag -what'],
  [['x', 'https://a.example', 'more'], 'more stands behind the address, where nothing can'],
  [['-header', 'Authorization Bearer s3cr3t', 'x', 'https://a.example'], 'What stands behind -header is no header'],
  [['-key=s3cr3t', 'x', 'run'], 'There is no flag -key'],
  [['x', 'https://a.example', 'Authorization: s3cr3t'], 'Something stands behind the address'],
  [['x', 'https://me:s3cr3t@a example/mcp'], 'https://a example/mcp is no address'],
  [['-header', 'A: b', 'x', 'run'], '-header is for addresses; a program takes -env'],
])('%j: %s', (words, problem) => {
  expect(() => read(...words)).toThrow(problem);
  expect(() => read(...words)).not.toThrow('s3cr3t');
});
