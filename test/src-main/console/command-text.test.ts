import { expect, test } from 'vitest';
import { commandText } from '../../../src-main/console/command-text.ts';

test.each([
  ['seq 3  |  wc -l', 'seq 3 | wc -l'],
  ['true "a b" \'\'', "true 'a b' ''"],
  ['printf "%s" "$TEXT" ~', 'printf %s $TEXT ~'],
  ["grep '|' notes", "grep '|' notes"],
  ["rm '*.txt'", "rm '*.txt'"],
  ["echo '$HOME' \\$HOME '~'", "echo '$HOME' '$HOME' '~'"],
  ['echo "it\'s" "it\'s so"', "echo 'it'\\''s' 'it'\\''s so'"],
  ['echo "a;b" a\\&b', "echo 'a;b' 'a&b'"],
  ['echo "$X done" "$X;ls" "$X it\'s"', 'echo "$X done" "$X;ls" "$X it\'s"'],
  ['echo "$X-a \\$Y" ~/"a b/$X" "~/$X"', 'echo "$X-a \\$Y" ~/"a b/$X" "~/$X"'],
  ['export A=~/"b c" B=~/"$X d"', 'export A=~/"b c" B=~/"$X d"'],
  ['cd x && make "a b"', 'cd x && make "a b"'],
])('a model is told of %s as %s', (line, expected) => {
  expect(commandText(line)).toBe(expected);
});
