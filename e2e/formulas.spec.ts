import { scriptedModelServer } from '../test/support/scripted-model-server.ts';
import { connect } from './support/connect.ts';
import { expect, test } from './support/host.ts';

const REPLY = `The area is $\\int_0^1 x^2\\,dx = \\frac{1}{3}$, for $5 and $10.

\\[
\\hat\\beta = \\left( X^\\top X \\right)^{-1} X^\\top y, \\quad
A = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}
\\]

- a sum: $$\\sum_{n=1}^\\infty \\frac{1}{n^2} = \\frac{\\pi^2}{6}$$
- \\(\\sqrt[3]{x} \\in \\mathbb{R}\\)`;

test('formulas in a reply are set, and copied as their source', async ({ app: page, context }, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await using server = await scriptedModelServer([{ text: 'hi' }], { models: ['tiny'] });
  await connect(page, server);
  server.push({ text: REPLY });
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Which area\nis it?');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log', { name: 'Conversation' });

  await expect(log.locator('math')).toHaveCount(4);
  const heights = await log.locator('math').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThan(14);
  await page.screenshot({ path: info.outputPath('formulas.png') });

  const reply = log.locator('article', { hasText: 'The area is' }).last();
  await reply.evaluate((element) => {
    const paragraphs = [...element.querySelectorAll('p, li')];
    getSelection()?.setBaseAndExtent(paragraphs[0] as Element, 0, paragraphs.at(-1) as Element, 1);
  });
  await page.keyboard.press('Control+C');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('The area is $\\int_0^1 x^2\\,dx = \\frac{1}{3}$, for $5 and $10.\n');
  expect(copied).toContain('a sum: $$\\sum_{n=1}^\\infty \\frac{1}{n^2} = \\frac{\\pi^2}{6}$$');
  expect(copied).toMatch(/\n\\\[\n\\hat\\beta = .*\n.*\n\\\]\n/);
});
