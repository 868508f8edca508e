import { describe, expect, test } from 'vitest';
import { wordAt } from '../../../src-main/console/word-at.ts';

/** Reads a line whose cursor is written as `¦`; a line without one has it at its end. */
function at(line: string) {
  const cursor = line.includes('¦') ? line.indexOf('¦') : line.length;
  return wordAt(line.replace('¦', ''), cursor);
}

describe('the word at the cursor', () => {
  test.each([
    ['', { from: 0, text: '', isCommand: true, before: [] }],
    ['gi', { from: 0, text: 'gi', isCommand: true, before: [] }],
    ['git che', { from: 4, text: 'che', isCommand: false, before: ['git'] }],
    ['git ', { from: 4, text: '', isCommand: false, before: ['git'] }],
    ['git che¦ckout main', { from: 4, text: 'che', isCommand: false, before: ['git'] }],
    ['A=1 B=2 ma', { from: 8, text: 'ma', isCommand: true, before: ['A=1', 'B=2'] }],
    ['ls | gr', { from: 5, text: 'gr', isCommand: true, before: [] }],
    ['ls && cat a', { from: 10, text: 'a', isCommand: false, before: ['cat'] }],
    ['cat < fi', { from: 6, text: 'fi', isCommand: false, before: ['cat'] }],
    ['(ca', { from: 1, text: 'ca', isCommand: true, before: [] }],
    ['cat my\\ fi', { from: 4, text: 'my fi', isCommand: false, before: ['cat'] }],
  ])('%j', (line, word) => {
    expect(at(line)).toMatchObject({ ...word, quote: '' });
  });
});

describe('in quotes', () => {
  test.each([
    [`cat "my fi`, { from: 4, text: 'my fi', quote: '"' }],
    [`cat 'my fi`, { from: 4, text: 'my fi', quote: "'" }],
    ['cat "a\\"b', { from: 4, text: 'a"b', quote: '"' }],
    ['cat "a\\nb', { from: 4, text: 'a\\nb', quote: '"' }],
    // The quote is no longer open, or the word began without it.
    [`cat "my"fi`, { from: 4, text: 'myfi', quote: '' }],
    [`cat my" fi`, { from: 4, text: 'my fi', quote: '' }],
    // What ends a command elsewhere is text.
    [`echo "a; b | c`, { from: 5, text: 'a; b | c', quote: '"', isCommand: false }],
  ])('%j', (line, word) => {
    expect(at(line)).toMatchObject(word);
  });
});

describe('a variable at the cursor', () => {
  test.each([
    ['echo $HO', { name: 'HO', from: 5, isBraced: false }],
    ['echo ${HO', { name: 'HO', from: 5, isBraced: true }],
    ['echo "in $HO', { name: 'HO', from: 9, isBraced: false }],
    ['echo $', { name: '', from: 5, isBraced: false }],
    ['echo \\$HO', undefined],
    ["echo '$HO", undefined],
    ['echo $HOME ', undefined],
  ])('%j', (line, variable) => {
    expect(at(line).variable).toEqual(variable);
  });
});
