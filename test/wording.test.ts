import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './support/source-imports.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Sentences, or the part that stays the same, that readers stumbled over; each has a plainer one in its place. */
const STUMBLED_OVER = [
  'what is not proven to be harmless asks you first',
  'keeps one conversation and all it led to',
  'Scroll to the end of the text to allow it',
  'the default: what no rule covers is asked',
  'a program’s output is put in',
  'What is always asked, and every ban, stays',
  'There is no past call yet',
  'Kept together by control groups',
  'This is in the file.',
  'Nothing waits',
  'Give none',
  'Whether one is kept cannot be told',
  'Stall seconds',
  'A reply without an event for this long',
  'and worse',
  'events loaded; following',
  'whatever detached itself',
  'What nobody should allow is refused',
  'Lines typed ahead run in their order, or come back',
  'nobody knows by whom',
  'found changed when nothing was being called',
  'What surer ways lack here',
  'Would not ask',
  "'nothing stands in'",
  'was written down as it was $',
  'No command is called that',
];

const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
const FILES = [...['src-main', 'src-renderer'].flatMap(sourceFiles), ...PAGES];

test('no sentence that readers stumbled over is in the app or its documents', () => {
  expect(FILES.length).toBeGreaterThan(1000);
  const found = FILES.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return STUMBLED_OVER.filter((sentence) => text.includes(sentence)).map((sentence) => `${file}: ${sentence}`);
  });
  expect(found).toEqual([]);
});
