import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';

/** Fences of a reply: language, code, and texts of it that have a colour, each with its kind. */
const FENCES: readonly (readonly [language: string, code: string, coloured: Readonly<Record<string, string>>])[] = [
  ['python', 'def better(n):  # so', { def: 'keyword', '# so': 'comment' }],
  ['tsx', "const name = 'Σ';", { const: 'keyword', "'Σ'": 'string' }],
  ['c++', 'int twice(int x) { return 2; }', { return: 'keyword', '2': 'number' }],
  ['bash', 'for f in *; do echo "$f"; done', { for: 'keyword' }],
  ['json', '{ "key": "value", "n": 1.5, "is": true }', { '"key"': 'variable', '"value"': 'string', true: 'keyword' }],
  ['toml', '[package]\nedition = "2021"', { '"2021"': 'string' }],
  [
    'html',
    '<p class="x">a</p>\n<script>\n  const one = 1;\n</script>',
    { p: 'tag', '"x"': 'string', const: 'keyword', '1': 'number' },
  ],
  [
    'diff',
    '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n kept',
    { '@@ -1 +1 @@': 'type', '-old': 'deleted', '+new': 'inserted' },
  ],
];

test('code in a reply has the colours of its language, and an unknown one stays as it is', async ({
  app: page,
}, info) => {
  const editorParts: string[] = [];
  page.on('request', (request) => {
    if (/prepare-monaco/.test(request.url())) editorParts.push(request.url());
  });
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  const fences = FENCES.map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\``).join('\n\n');
  server.push({ text: `${fences}\n\n\`\`\`elvish-like\nfor x in 1 2 { put 'x' }\n\`\`\`` });
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Show me\ncode');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log', { name: 'Conversation' });

  for (const [language, code, coloured] of FENCES) {
    await test.step(language, async () => {
      const block = log.locator('pre code').filter({ hasText: code.split('\n')[0] ?? '' });
      for (const [text, kind] of Object.entries(coloured))
        await expect(block.locator(`[data-token="${kind}"]`).filter({ hasText: text }).first()).toHaveText(text);
      expect(await block.textContent()).toBe(code);
    });
  }
  const unknown = log.locator('pre code').filter({ hasText: 'for x in 1 2' });
  await expect(unknown).toHaveText("for x in 1 2 { put 'x' }");
  await expect(unknown.locator('[data-token]')).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('code.png') });
  // The editor, which takes the page a tenth of a second, is not loaded for that.
  expect(editorParts).toEqual([]);
});
