import { render, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textMatches } from '../../../src-renderer/sessions/find/text-matches.ts';
import { Markdown } from '../../../src-renderer/text/markdown.tsx';
import { cpuMsOf } from '../../support/time-taken.ts';

// KaTeX asks whether the page has a doctype, which happy-dom does not say.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' });

function show(text: string): HTMLElement {
  const { container, unmount } = render(<Markdown text={text} />);
  onTestFinished(unmount);
  return container;
}

/** The sources of the formulas that are set, in order. */
const sourcesIn = (page: HTMLElement) => [...page.querySelectorAll('[data-source]')].map((one) => one.textContent);

async function shown(text: string): Promise<HTMLElement> {
  const page = show(`${text}\n\n$z$`);
  await waitFor(() => expect(sourcesIn(page).at(-1)).toBe('$z$'));
  return page;
}

const formulasOf = async (text: string) => sourcesIn(await shown(text)).slice(0, -1);

describe('formulas in a reply', () => {
  test('are MathML, which says its TeX', async () => {
    const page = await shown('So $a^2 + b^2$ is:\n\n$$\n\\frac{1}{2}\n$$');

    expect(page.querySelector('p math msup')).not.toBeNull();
    expect(page.querySelector('math[display="block"] mfrac')).not.toBeNull();
    expect(page.querySelector('math annotation')?.textContent).toBe('a^2 + b^2');
  });

  test('letters of other alphabets are what they are', async () => {
    const page = await shown('$\\mathbb{R} \\mathcal{A} \\mathfrak{g}$');

    expect([...page.querySelectorAll('mi')].map((one) => one.textContent).slice(0, 3)).toEqual(['ℝ', '𝒜', '𝔤']);
  });

  test.each([
    ['$x$', ['$x$']],
    ['a $n - 1$ b $x_i$', ['$n - 1$', '$x_i$']],
    ['\\(x\\), \\(10\\) and \\[ E = mc^2 \\].', ['\\(x\\)', '\\(10\\)', '\\[ E = mc^2 \\]']],
    ['$$x = 1$$ and $$y$$', ['$$x = 1$$', '$$y$$']],
    ['The sum:\n\\[\na \\\\[2pt]\n- b\n= c\n\\]\nis it.', ['\\[\na \\\\[2pt]\n- b\n= c\n\\]']],
    ['- one\n  $$\n  + x\n  $$\n- two $k$', ['$$\n+ x\n$$', '$k$']],
    ['> $$\n> y_1\n> $$', ['$$\ny_1\n$$']],
    ['costs \\$5 or $p \\$ q_1$', ['$p \\$ q_1$']],
    ['**$x_1$** and *y* | $a*b*c = d$', ['$x_1$', '$a*b*c = d$']],
    ['| a |\n|---|\n| $x^2$ |', ['$x^2$']],
  ])('%j has %j', async (text, formulas) => {
    expect((await formulasOf(text)).map((one) => one?.replace(/\n +/g, '\n'))).toEqual(formulas);
  });

  test.each([
    '$5 and $10',
    '$HOME and $PATH',
    'It costs $5 - a lot - or 10$',
    'US$-based and AU$-based',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of a shell.
    'set $x=$y and ${A}-${B}',
    '$FOO_BAR and 5$',
    'kill $$ and $$ again',
    '`$x^2$` and ``\\(y\\)``',
    '```sh\n$x^2$\n```',
    '    $x^2$',
    '$a `b^2$ c`',
    '\\[x\\] done, \\[WIP\\] not',
    '\\\\(x\\\\)',
    'unfinished $x^2',
    '\\[\nx^2',
    '$$\nx = 1',
    '$$\nx\n\n$$',
    '$ x^2 $',
    '$\\notacommand{1}$',
    '$\\frac{1$',
    '$a \\phantom{rm -rf}$',
    '$x^\u200b2$',
    '$\\href{javascript:alert(1)}{x}$',
    `$x_1 + ${'y + '.repeat(2000)}1$`,
  ])('%j has none', async (text) => {
    const page = await shown(text);

    expect(sourcesIn(page)).toEqual(['$z$']);
    expect(page.querySelectorAll('math')).toHaveLength(1);
  });

  test('what is no formula reads as before', async () => {
    expect((await shown('$5 and $10, $\\frac{1$')).querySelector('p')?.textContent).toBe('$5 and $10, $\\frac{1$');
    expect((await shown('see\n\\[1\\] there')).querySelectorAll('p')).toHaveLength(2);
  });

  test('macros that grow without end are shown as their source', async () => {
    const bomb =
      '$\\def\\a{\\b\\b}\\def\\b{\\c\\c\\c\\c}\\def\\c{\\d\\d\\d\\d\\d\\d\\d\\d}\\def\\d{\\e\\e\\e\\e\\e\\e\\e\\e\\e}\\def\\e{x\\a}\\a$';
    expect(await formulasOf(bomb)).toEqual([]);
  });

  test('one that is being written is text until it closes', async () => {
    const { container, rerender, unmount } = render(<Markdown text="$q$ and $x^" />);
    onTestFinished(unmount);
    await waitFor(() => expect(sourcesIn(container)).toEqual(['$q$']));
    rerender(<Markdown text="$q$ and $x^2$" />);

    await waitFor(() => expect(sourcesIn(container)).toEqual(['$q$', '$x^2$']));
  });

  test('find meets the source, and it once', async () => {
    const page = await shown('a $\\alpha_7$ b');

    expect(textMatches(page, 'alpha_7')).toHaveLength(1);
    expect(textMatches(page, 'a $\\alpha_7$ b')).toHaveLength(1);
    expect(textMatches(page, '7')).toHaveLength(1);
  });

  test.each([
    ['dollars', '$a '.repeat(60_000)],
    ['pairs of dollars', '$$a\n'.repeat(40_000)],
    ['brackets', '\\[a\n'.repeat(1000)],
    ['parentheses', '\\(a '.repeat(60_000)],
    ['formulas', '$x_1$ '.repeat(200)],
  ])('%s without end are shown in time', (_, text) => {
    show('warm $x$');
    expect(cpuMsOf(() => expect(show(text).textContent?.length).toBeGreaterThan(0))).toBeLessThan(4000);
  });
});
