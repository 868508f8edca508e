import { expect, test } from 'vitest';
import { setContext } from '../../../../src-renderer/editor/code-contexts.ts';
import { hoverProvider } from '../../../../src-renderer/prompts/language/hover.ts';
import type { TemplateContext } from '../../../../src-renderer/prompts/workbench/template-context.ts';

const context: TemplateContext = { variables: [], tools: [], schema: {}, args: '{}', rendered: undefined };

/** Returns what is said of the word at `|`. */
function hoverAt(text: string): string {
  const [before = '', after = ''] = text.split('|');
  const word = `${/\w*$/.exec(before)?.[0]}${/^\w*/.exec(after)?.[0]}`;
  const model = {
    getOffsetAt: () => before.length,
    getValue: () => before + after,
    getWordAtPosition: () => ({ word }),
  };
  setContext(model as never, context);
  const hover = hoverProvider.provideHover(model as never, {} as never, {} as never);
  return JSON.stringify(hover ?? '');
}

test('a function is explained, but no field, text or variable that is called as it is', () => {
  expect(hoverAt('{{in|dex .list 0}}')).toContain('index a key');
  for (const text of ['{{.in|dex}}', '{{$row.in|dex}}', '{{$in|dex}}', '{{printf "in|dex"}}', 'in|dex {{.a}}']) {
    expect(hoverAt(text)).not.toContain('index a key');
  }
});
