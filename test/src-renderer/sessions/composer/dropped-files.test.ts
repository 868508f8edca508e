import { expect, test } from 'vitest';
import { takeFiles } from '../../../../src-renderer/sessions/composer/dropped-files.ts';

test('a text with very many marks of code is quoted as any other', async () => {
  const text = '`a'.repeat(127_000);
  const { text: quoted, problem } = await takeFiles([new File([text], 'marks.txt')]);
  expect(problem).toBeUndefined();
  expect(quoted).toBe(`\nmarks.txt:\n\`\`\`\n${text}\n\`\`\`\n`);
});
