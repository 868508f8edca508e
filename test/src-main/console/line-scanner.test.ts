// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell variables
import { expect, test } from 'vitest';
import { LineScanner } from '../../../src-main/console/line-scanner.ts';

/** Words of a line as text; a variable is `$NAME`, the home folder `~`. */
function scanned(line: string) {
  const { stages, beyond, hasNewline } = new LineScanner(line).scan();
  const words = stages.map((stage) =>
    stage.map(({ pieces }) =>
      pieces
        .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'home' ? '~' : `$${piece.name}`))
        .join(''),
    ),
  );
  return { words, beyond, hasNewline };
}

test.each([
  ['git commit \\\n  -m x', ['git', 'commit', '-m', 'x']],
  ['a b\\\nc', ['a', 'bc']],
  ['a "b\\\nc"', ['a', 'bc']],
  ['a "\\\n"', ['a', '']],
  ['a \\\n', ['a']],
  ["a 'b\\\nc'", ['a', 'b\\\nc']],
])('a line that is continued is one: %j', (line, words) => {
  expect(scanned(line)).toEqual({ words: [words], beyond: undefined, hasNewline: false });
});

test.each(['$?', '$!', '$#', '$@', '$*', '$-', '$0', '$1', '${1}'])('%s is for a shell, also in quotes', (name) => {
  expect(scanned(`echo a${name}`).beyond).toMatch(/^\$/);
  expect(scanned(`echo "a${name}"`).beyond).toMatch(/^\$/);
  expect(scanned(`echo 'a${name}'`).beyond).toBeUndefined();
});

test.each(['a $', 'a "$"', 'a $%', 'a "$ b"', 'a $.'])('a lone dollar is text: %j', (line) => {
  expect(scanned(line).beyond).toBeUndefined();
});

test.each(['a $B\\\nC', 'a $\\\nB', 'a "$B\\\n"'])(
  'a name that may go on in the next line is for a shell: %j',
  (line) => {
    expect(scanned(line).beyond).toBe('$');
  },
);

test('a name of a variable ends where a shell ends it', () => {
  expect(scanned('a $b2.c ${d}e').words).toEqual([['a', '$b2.c', '$de']]);
});

test.each([
  ['PATH=~/a:~/b c', '~'],
  ['PATH=x:~ c', '~'],
  ['a b:~', undefined],
  ['PATH=~/a c', undefined],
])('a home folder behind a colon is for a shell where a value may have it: %s', (line, beyond) => {
  expect(scanned(line).beyond).toBe(beyond);
});
