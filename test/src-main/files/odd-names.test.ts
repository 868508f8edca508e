import { expect, test } from 'vitest';
import { fileWorkbench } from './file-workbench.ts';

test.each(['a\nb.txt', 'a\tb.txt'])(
  'a name with a break in it (%j) is shown to the person first, in every mode',
  async (path) => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path, file_content: 'x\n' });
    expect(plan.warnings).toContainEqual({
      level: 'caution',
      text: 'The path has a line break or a tab in it, so that it reads as two',
    });
  },
);
