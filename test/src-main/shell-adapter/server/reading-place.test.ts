import { expect, test } from 'vitest';
import { type NeutralGit, withNeutralGit } from '../../../../src-main/shell-adapter/server/reading-place.ts';

const LINE = { command: 'git log', cwd: '/nowhere/work' };
const given = (neutralGit: NeutralGit) => ({ workspace: '/nowhere/work', neutralGit });

test('only a line that runs in the read-only box is given the environment of its git', async () => {
  const options = given(async ({ command, cwd }) => ({ environment: { ASKED: `${command} in ${cwd}` } }));

  expect(await withNeutralGit({ runs: 'workspace' }, LINE, options)).toEqual({ runs: 'workspace' });
  expect(await withNeutralGit({ runs: 'read-only' }, LINE, options)).toEqual({
    runs: 'read-only',
    environment: { ASKED: 'git log in /nowhere/work' },
  });
});

test('where git would no longer only read, nothing runs, and the client is told why', async () => {
  const placed = withNeutralGit(
    { runs: 'read-only' },
    LINE,
    given(async () => ({ why: 'it has another repository now' })),
  );

  await expect(placed).rejects.toMatchObject({
    code: 'spawn_failed',
    message: expect.stringMatching(/^Not run: .*: it has another repository now$/),
  });
});
