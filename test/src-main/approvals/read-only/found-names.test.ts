import { expect, test } from 'vitest';
import { whyNotFind } from '../../../../src-main/approvals/read-only/find.ts';
import { PathJudge } from '../../../../src-main/approvals/read-only/path-judge.ts';
import { whyNotReader } from '../../../../src-main/approvals/read-only/programs.ts';

/** Patterns of the files that are read below the folder that is looked through; undefined of any file. */
function namesRead(line: string): readonly string[] | undefined {
  const pathJudge = new PathJudge({
    roots: ['/work'],
    cwds: ['/work'],
    realpath: (path: string) => path,
    isFile: () => false,
    names: () => undefined,
    text: () => undefined,
  });
  expect(whyNotFind(line.split(' ').slice(1), pathJudge, whyNotReader)).toBeUndefined();
  return pathJudge.below.at(-1)?.names;
}

test.each([
  ['find . -name *.ts -exec cat {} +', ['*.ts']],
  ['find . -type f -iname *.TS -exec grep -o x {} ;', ['*.ts']],
  ['find . ( -name *.ts -o -name *.js ) -exec cat {} +', ['*.ts', '*.js']],
])('%s reads what fits %j', (line, names) => {
  expect(namesRead(line)).toEqual(names);
});

test.each([
  'find . -exec cat {} +',
  'find . -exec cat {} + -name *.ts',
  'find . -name *.ts -o -exec cat {} +',
  'find . -name *.ts , -exec cat {} +',
  'find . ! -name *.ts -exec cat {} +',
  'find . -not -name *.ts -exec cat {} +',
  'find . ( -name *.ts -o -size 0 ) -exec cat {} +',
  'find . -name *.ts -exec true ; -o -exec cat {} +',
  'find . -name [a-z] -exec cat {} +',
  'find . -name *.ts -exec grep -r x {} +',
  'find . -name *.ts -exec rg x {} ;',
])('%s may read any file', (line) => {
  expect(namesRead(line)).toBeUndefined();
});
