import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { docCommentsIn } from './support/doc-comments.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['src-main', 'src-preload', 'src-renderer', 'resources', 'scripts', 'test', 'e2e'];

/**
 * First words of comments that lean on the name below them: a genitive, a preposition, a relative clause, a pronoun. A doc
 * comment begins with a verb (functions) or with a noun phrase that names the thing (data).
 */
const WORDS = `
  Of In As By For With From To On At Into Over Upon Against Beside Between Beyond Behind Within Without Below Above Under Through
  Before After Until While Once When That Which What Whatever Who Whoever Whom Whose Why Not Only So Such Like Also It They Those
  Nobody Somebody Nothing Told Asked Stands Absent Undefined False More Longer Larger Deeper
`;
const LEANING = new RegExp(`^(?:${WORDS.trim().split(/\s+/).join('|')}|All that)\\b`);

const comments = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|tsx)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
).flatMap((path) => {
  const file = relative(ROOT, path);
  return docCommentsIn(readFileSync(path, 'utf8')).map(({ line, text }) => ({ place: `${file}:${line}`, text }));
});

test('no doc comment begins with a word that leans on the name below it', () => {
  expect(comments.length).toBeGreaterThan(1000);
  expect(comments.filter(({ text }) => LEANING.test(text)).map(({ place, text }) => `${place} ${text}`)).toEqual([]);
});

test.each([
  ['/** Size of the record, in bytes. */', ['1 Size of the record, in bytes.']],
  ['/**\n * Reads a file.\n *\n * @throws when it is gone\n */', ['1 Reads a file.  @throws when it is gone']],
  ['interface A {\n  /** Id. */\n  readonly id: string; /** Name. */\n}', ['2 Id.', '3 Name.']],
  ["const pattern = 'src/**/*.ts';\n/* A remark. */ // and /**/ another\n", []],
])('%j has these doc comments', (source, found) => {
  expect(docCommentsIn(source).map(({ line, text }) => `${line} ${text}`)).toEqual(found);
});
