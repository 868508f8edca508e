import { describe, expect, test } from 'vitest';
import { analyseSafely } from '#shell-analysis';
import { judgePart } from '../../../../src-main/approvals/read-only/judge.ts';
import { PathJudge } from '../../../../src-main/approvals/read-only/path-judge.ts';

const pathJudge = new PathJudge({
  roots: ['/work'],
  cwds: ['/work'],
  realpath: (path) => path,
  isFile: () => true,
  names: () => [],
  text: () => undefined,
});

/** The reason why the last part of a line does not only read. */
async function why(line: string, values: Readonly<Record<string, string>> = {}): Promise<string | undefined> {
  const analysis = await analyseSafely(line);
  const top = analysis.parts.flatMap((part, index) => (part.wrappers.length > 0 ? [] : [index]));
  return judgePart(top.at(-1) ?? 0, { analysis, pathJudge, choice: new Map(Object.entries(values)) }).why;
}

describe('xargs is given what find prints', () => {
  test.each([
    'find src | xargs cat',
    'find src | sort | xargs cat',
    'find src | xargs cat 2>/dev/null',
    'find src | xargs cat 2>&1',
    'find src | xargs cat > /dev/null',
  ])('%s', async (line) => {
    expect(await why(line)).toBeUndefined();
  });

  test.each([
    'find src | xargs cat <<< /etc/passwd',
    "find src | xargs cat << 'END'\n/etc/passwd\nEND",
    'find src | xargs cat < list',
    'find src | xargs cat 0< list',
    'find src | < list xargs cat',
    'find src | xargs cat 0>&1',
  ])('but not where it has an input of its own: %s', async (line) => {
    expect(await why(line)).toBe('what xargs is given is known only when it runs');
  });

  test.each([
    'find src > /dev/null | xargs cat',
    'find src | sort < list | xargs cat',
    'find src; xargs cat',
    'find src && xargs cat',
    '{ echo /etc/passwd; find src; } | xargs cat',
    '(find src) | xargs cat',
    'find src |& xargs cat',
    'find src | { xargs cat; }',
    'find "$x" | xargs cat',
  ])('nor where another thing stands between: %s', async (line) => {
    expect(await why(line)).toBe('what xargs is given is known only when it runs');
  });
});
