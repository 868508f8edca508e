import { expect, test } from 'vitest';
import { jsWorkspace } from '../../../../support/js-workspace.ts';

test('a file that throws what has no text is broken, and the other tools work', async () => {
  await using it = await jsWorkspace({
    'tools/odd.mjs': 'throw Object.create(null);',
    'tools/other.mjs': "export const tool = async ({}) => 'other';",
  });
  const loaded = await it.load();
  expect(loaded.find(({ file }) => file === 'tools/odd.mjs')?.problem).toMatchObject({ file: 'tools/odd.mjs' });
  expect(await it.call('other')).toBe('other');
});
