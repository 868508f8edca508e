import { expect, test } from 'vitest';
import type { Subject } from '#contract';
import { subjectLine } from '../../../../src-main/chat/door/subject-line.ts';
import { DELETIONS, deletion } from '../../../support/deletions.ts';

const lineOf = (subject: Subject) => subjectLine(subject, 'some_tool');
const command = (text: string): Subject => ({
  kind: 'command',
  command: text,
  cwd: '/work',
  limits: { timeoutMs: 1, maxOutputBytes: 1 },
});

test('a command is whole, however long: who is asked sees what they allow', () => {
  const text = `echo ${'x'.repeat(3000)}; rm -r ~`;
  expect(lineOf(command(text))).toBe(`Run a command: ${text}`);
});

test('a command of several lines is one line in which each end is seen', () => {
  expect(lineOf(command('true # harmless\n\n  rm  -r ~\n'))).toBe('Run a command: true # harmless ⏎ rm -r ~');
});

test('a call has its arguments', () => {
  const call: Subject = {
    kind: 'call',
    provider: 'mail',
    title: 'send',
    description: 'Sends it.',
    arguments: [
      { path: 'to', text: 'bob@example.org' },
      { path: 'text', text: 'Hello\nBob' },
    ],
  };
  expect(lineOf(call)).toBe('Call send of mail: to bob@example.org, text Hello ⏎ Bob');
  expect(lineOf({ ...call, arguments: [] })).toBe('Call send of mail');
});

test.each(DELETIONS)('a deletion of %s is told as what it is', (_, found, words) => {
  expect(lineOf(deletion(found))).toBe(words);
});

test('what is not known is its tool', () => {
  expect(subjectLine({ kind: 'new' }, 'some_tool')).toBe('some_tool');
});

test('what a text hides, or turns round, is seen by its code', () => {
  expect(lineOf(command('ls \u202etxt.sh\u200b'))).toBe('Run a command: ls <U+202E>txt.sh<U+200B>');
  expect(lineOf({ kind: 'confirm', title: 'Attach \u202ex', text: '' })).not.toContain('\u202e');
});
