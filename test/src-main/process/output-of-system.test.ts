import { expect, test } from 'vitest';
import { outputOfSystem } from '../../../src-main/process/output-of-system.ts';

const shell = (script: string) => ({ file: 'sh', args: ['-c', script] });

test('what a program of the system prints is whole also where it could not do all it should', async () => {
  expect(await outputOfSystem(shell('printf "a\\0b"; echo problem >&2; exit 1'))).toBe('a\0b');
});

test('what a program has printed that was killed does not count as whole', async () => {
  await expect(outputOfSystem(shell('printf "a\\0"; kill -KILL $$'))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'sh was ended by SIGKILL',
  });
});

test('a program that is not there is named', async () => {
  await expect(outputOfSystem({ file: 'no-such-program', args: [] })).rejects.toThrow(
    'no-such-program could not be started',
  );
});
