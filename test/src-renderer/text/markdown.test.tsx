import { render, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Markdown } from '../../../src-renderer/text/markdown.tsx';
import { isParseable } from '../../../src-renderer/text/markdown-guard.ts';
import { cpuMsOf } from '../../support/time-taken.ts';

function show(text: string): HTMLElement {
  const { container, unmount } = render(<Markdown text={text} />);
  onTestFinished(unmount);
  return container;
}

describe('Markdown of a model', () => {
  test('is drawn: headings, lists, tables, code', () => {
    const page = show('# Title\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x;\n```');
    expect(page.querySelector('h1')?.textContent).toBe('Title');
    expect(page.querySelectorAll('li')).toHaveLength(2);
    expect(page.querySelectorAll('td')).toHaveLength(2);
    expect(page.querySelector('pre code')?.textContent).toBe('let x;\n');
  });

  test('the boxes of a task list say what they are', () => {
    const page = within(show('- [ ] write\n- [x] read'));
    expect(page.getByRole('checkbox', { name: 'To do', checked: false })).toBeDefined();
    expect(page.getByRole('checkbox', { name: 'Done', checked: true })).toBeDefined();
  });

  test('a block of HTML is a paragraph of its own, and HTML within a line stays there', () => {
    const shown = show('Before\n\n<details>\n<summary>a</summary>\n</details>\n\n> <b>\n\n- one <i>two</i>');
    const paragraphs = [...shown.querySelectorAll('p')].map((one) => one.textContent);
    expect(paragraphs).toEqual(['Before', '<details>\n<summary>a</summary>\n</details>', '<b>']);
    expect(shown.querySelector('li')?.innerHTML).toBe('one &lt;i&gt;two&lt;/i&gt;');
  });

  test('HTML is text', () => {
    const page = show('<img src=x onerror=alert(1)>\n\n<script>alert(1)</script> and <b>bold</b>');
    expect(page.querySelector('img[src], script, b')).toBeNull();
    expect(page.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(page.textContent).toContain('<b>bold</b>');
  });

  test('images are not loaded but linked by their words', () => {
    const page = show('![a cat](https://example.com/cat.png) ![x](data:image/png;base64,AAAA)');
    expect(page.querySelector('img')).toBeNull();
    expect(page.querySelector('a')?.getAttribute('href')).toBe('https://example.com/cat.png');
    expect(page.textContent).toContain('Image: a cat');
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vscode://x',
    '/relative',
    '//example.com/x',
    'java\tscript:alert(1)',
  ])('a link to %s is text', (address) => {
    const page = show(`[click](<${address}>)`);
    expect(page.querySelector('a')).toBeNull();
    expect(page.textContent).toContain('click');
  });

  test('links to the web open apart and show where they go', () => {
    const link = show('[docs](https://example.com/a)').querySelector('a');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer');
    expect(link?.getAttribute('title')).toBe('https://example.com/a');
  });

  test('hidden characters are visible, also in code', () => {
    const page = show('Run `rm\u202e -rf` or \u200bnot');
    expect([...page.querySelectorAll('[role="img"]')].map((box) => box.textContent)).toEqual(['U+202E', 'U+200B']);
  });
});

describe('input made to hang the parser', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['nested quotes', '>'.repeat(50_000)],
    ['quotes with spaces', '> '.repeat(50_000)],
    ['emphasis that never closes', '*a_'.repeat(20_000)],
    ['open brackets', '['.repeat(50_000)],
    ['open images', '![a'.repeat(20_000)],
    ['nested lists in one line', '- '.repeat(50_000)],
    ['numbered lists in one line', '1. '.repeat(20_000)],
    [
      'lists that nest line by line',
      Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n'),
    ],
    ['backticks of every length', Array.from({ length: 400 }, (_, length) => '`'.repeat(length)).join(' a ')],
    ['autolinks', '<a@b.c'.repeat(20_000)],
    ['bare addresses', 'www.a_'.repeat(20_000)],
    ['strikethrough', '~~a'.repeat(20_000)],
    ['entities', '&a'.repeat(40_000)],
    ['table rows', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${`${'|b'.repeat(500)}|\n`.repeat(40)}`],
    ['one long word', 'a'.repeat(195_000)],
    ['link definitions', '[a]: x\n'.repeat(20_000)],
    ['footnotes', '[^a]'.repeat(20_000)],
  ];

  test.each(hostile)('%s are shown in time', (_, text) => {
    show('warm *up*');
    let length: number | undefined;
    const took = cpuMsOf(() => {
      length = show(text).textContent?.length;
    });
    expect(length).toBeGreaterThan(0);
    // Without the guard, here: quotes 26 s and then a stack overflow, emphasis over 60 s.
    expect(took).toBeLessThan(4000);
  });

  test('what was named in the design takes no time', () => {
    show('warm *up*');
    for (const text of ['>'.repeat(50_000), '*a_'.repeat(20_000)]) {
      // Its beginning, behind which the rest is shown on demand.
      expect(cpuMsOf(() => expect(show(text).textContent).toContain(text.slice(0, 40_000)))).toBeLessThan(500);
    }
  });

  test('an ordinary long reply is still drawn', () => {
    const reply = Array.from(
      { length: 200 },
      (_, n) =>
        `## Part ${n}\n\nSome **bold** text with \`code\` and [a link](https://example.com).\n\n- one\n  - two\n    - three\n`,
    ).join('\n');
    expect(isParseable(reply)).toBe(true);
    expect(isParseable('> > > quoted thrice')).toBe(true);
  });
});
