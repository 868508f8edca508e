import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sentenceComparisons, withoutComments } from './support/sentence-comparisons.ts';
import { sourceFiles } from './support/source-imports.ts';

const ROOT = resolve(import.meta.dirname, '..');

describe('a decision never rests on a sentence', () => {
  const sources = ['src-main', 'src-preload', 'src-renderer']
    .flatMap(sourceFiles)
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

  test('no code asks what a why says', () => {
    expect(sources.filter(({ text }) => /\bwhy\b/.test(text)).length).toBeGreaterThan(50);
    expect(sources.flatMap(({ file, text }) => sentenceComparisons(text).map((line) => `${file}:${line}`))).toEqual([]);
  });

  test.each([
    "if (doubt.why === 'it reads folders') return;",
    "if ('it reads folders' === doubt.why) return;",
    'const isSame = other.why === why;',
    'if (why !== ARITHMETIC) return why;',
    "const isProven = proof?.why == '';",
    "if (doubt.why.includes('folder')) return;",
    "if (doubt.why?.startsWith('it reads')) return;",
    'if (why.match(/reads/)) return;',
    'return HARMLESS.has(doubt.why);',
    'return HARMLESS.has(\n  doubt.why,\n);',
    'return SENTENCES.includes(why);',
    'return /reads/.test(why);',
    'return JUDGEMENTS.get(one.why);',
    'return JUDGEMENTS[doubt.why];',
    "switch (doubt.why) {\n  case 'it reads folders':\n}",
    'switch (why) {}',
    'const seen = new Set(doubts.map(({ why }) => why));',
    'const byWhy = new Map(doubts.map((one) => [one.why, one]));',
    'if (!why) return allow();',
    'if (part.why) return ask();',
    'return !proof.parts[0].why;',
    'const isProven = part.why.length === 0;',
    "const more = why ? ': ' : '';",
    'return isKnown && part.why;',
    'return why || ask();',
  ])('%j is found', (snippet) => {
    expect(sentenceComparisons(`const before = 1;\n${snippet}\nconst after = 2;`)).toHaveLength(1);
  });

  test.each([
    "// a why === 'x' in a comment\nconst a = 1;",
    "/** `why === 'x'` */\nconst a = 1;",
    'if (why !== undefined) return why;',
    'if (undefined === tried.why) return tried.step;',
    'return tried.why === undefined ? tried.step : refuse(tried.why);',
    "const said = why ?? 'nobody said why';",
    'readonly why?: string;',
    'return { verdict, why };',
    'return [why];',
    'reasons.push(one.why);',
    'const whys = doubts.map(({ why }) => why);',
    "if (doubt.code === 'reads-folders') return doubt.why;",
    'if (whyNot(part) === undefined) return;',
  ])('%j is fine', (snippet) => {
    expect(sentenceComparisons(snippet)).toEqual([]);
  });

  test('the sentences of doubts stand in their table alone', () => {
    const table = join('src-main', 'shell-analysis', 'doubt-sentences.ts');
    const sentences = [
      ...readFileSync(join(ROOT, table), 'utf8').matchAll(/^ {2}'?[\w-]+'?: (['"])(?<said>[^\n]+)\1,$/gm),
    ].map(({ groups }) => groups?.said ?? '');
    expect(sentences.length).toBeGreaterThan(70);
    expect(new Set(sentences).size).toBe(sentences.length);
    const others = sources.filter(({ file }) => file.startsWith('src-main') && file !== table);
    const quotes = ["'", '"', '`'];
    const copies = others.flatMap(({ file, text }) => {
      const code = withoutComments(text);
      const isIn = (said: string) => quotes.some((quote) => code.includes(quote + said + quote));
      return sentences.filter(isIn).map((said) => `${file}: ${said}`);
    });
    expect(copies).toEqual([]);
  });
});
