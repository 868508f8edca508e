import { describe, expect, test } from 'vitest';
import type { PermissionMode, Rule } from '#contract';
import { decideFile } from '../../../../src-main/approvals/decide/decide-file.ts';
import type { PolicyContext } from '../../../../src-main/approvals/decide/policy-context.ts';
import { allow, deny } from '../policy-bench.ts';

type Subject = Parameters<typeof decideFile>[0];

const OWN = ['/home/a/.local/share/sigma', '/w/.phishell.yaml', '/w/sub/.phishell.yaml'];

function known(subject: Subject, more: Partial<PolicyContext> & { readonly user?: readonly Rule[] } = {}) {
  const { user = [], ...context } = more;
  return {
    subject,
    tool: 'a_tool',
    isOutside: !subject.path.startsWith('/w'),
    alwaysAsk: undefined,
    warned: undefined,
    workspace: '/w',
    mode: 'ask',
    hasSandbox: true,
    hasBox: true,
    rulebook: { user, workspace: [], home: '/home/a', own: OWN },
    ...context,
  } satisfies PolicyContext;
}

const at = (path: string) => ({ path, shownPath: path.replace(/^\/w\//, '') });
const read = (path: string): Subject => ({ kind: 'read', ...at(path) });
const change = (path: string): Subject => ({
  kind: 'change',
  ...at(path),
  proposal: 'p',
  isNew: false,
  addedLines: 1,
  removedLines: 0,
});
const deletion = (path: string, sample: readonly string[] = [], recursive = true): Subject => ({
  kind: 'delete',
  ...at(path),
  recursive,
  files: 1 + sample.length,
  bytes: 1,
  sample: [...sample],
});

const file = (access: 'read' | 'write' | 'delete', path: string) => ({ kind: 'file', access, path }) as const;
const verdictOf = (subject: Subject, more?: Parameters<typeof known>[1]) => {
  const { verdict, tier } = decideFile(subject, known(subject, more));
  return `${verdict} by ${tier}`;
};
const EVERYTHING = [allow(file('read', '/**')), allow(file('write', '/**')), allow(file('delete', '/**'))];

describe('what no rule allows', () => {
  test.each<[string, Subject]>([
    ['changing what is ours', change('/home/a/.local/share/sigma/rules.yaml')],
    ['deleting what is ours', deletion('/home/a/.local/share/sigma')],
    ['deleting what holds it', deletion('/home/a/.local', [], false)],
    ['deleting the workspace', deletion('/w')],
    ['deleting what holds the workspace', deletion('/')],
    ['deleting the history', deletion('/w/sub/.git')],
  ])('%s is denied', (_, subject) => {
    expect(verdictOf(subject, { user: EVERYTHING })).toBe('deny by ban');
  });

  test.each<[string, Subject]>([
    ['reading credentials', read('/w/.env')],
    ['reading what is ours', read('/home/a/.local/share/sigma/rules.yaml')],
    ['changing a file outside', change('/home/a/x')],
    ['changing what runs', change('/w/package.json')],
    ['changing credentials', change('/w/sub/.env')],
    ['deleting a folder with profiles', deletion('/w/sub')],
    ['deleting a folder with credentials', deletion('/w/lib', ['lib/', 'lib/.env'])],
    ['deleting a folder with what runs', deletion('/w/lib', ['lib/', 'lib/.vscode/', 'lib/.vscode/tasks.json'])],
    ['deleting what agents run', deletion('/w/tools', ['tools/', 'tools/search.py'])],
    ['deleting a folder of what agents run', deletion('/w/tools/more', ['more/', 'more/search.py'])],
  ])('%s is asked about', (_, subject) => {
    expect(verdictOf(subject, { user: EVERYTHING })).toBe('ask by always-ask');
  });
});

describe('a rule about files', () => {
  test('allows what it says and no other access', () => {
    const user = [allow(file('delete', 'src/**'))];
    expect(verdictOf(deletion('/w/src/a', ['a/', 'a/b.ts']), { user })).toBe('allow by user-allow');
    expect(verdictOf(change('/w/src/a.ts'), { user })).toBe('ask by default');
    expect(verdictOf(deletion('/w/lib'), { user })).toBe('ask by default');
  });

  test('that denies changes denies deleting, too, also of a folder above', () => {
    const user = [...EVERYTHING, deny(file('write', 'src/keep/**'))];
    expect(verdictOf(deletion('/w/src/keep/a', [], false), { user })).toBe('deny by user-deny');
    expect(verdictOf(deletion('/w/src'), { user })).toBe('deny by user-deny');
    expect(verdictOf(deletion('/w/lib'), { user })).toBe('allow by user-allow');
    expect(verdictOf(read('/w/src/keep/a'), { user })).toBe('allow by user-allow');
  });
});

describe('without a rule', () => {
  test.each<[PermissionMode, string, string, string]>([
    ['ask', 'allow by preset', 'ask by default', 'ask by default'],
    ['read-only', 'allow by preset', 'deny by mode', 'deny by mode'],
    ['edits', 'allow by preset', 'allow by mode', 'ask by default'],
    ['workspace', 'allow by preset', 'allow by mode', 'ask by default'],
  ])('in %s', (mode, reading, changing, deleting) => {
    expect(verdictOf(read('/w/a'), { mode })).toBe(reading);
    expect(verdictOf(change('/w/a'), { mode })).toBe(changing);
    expect(verdictOf(deletion('/w/a', [], false), { mode })).toBe(deleting);
    expect(verdictOf(read('/x'), { mode })).toBe('ask by default');
  });

  test('what the plan warned of, or asks for, is asked about', () => {
    expect(verdictOf(change('/w/a'), { mode: 'edits', warned: 'note' })).toBe('allow by mode');
    expect(verdictOf(change('/w/a'), { mode: 'edits', warned: 'caution' })).toBe('ask by mode');
    expect(verdictOf(change('/w/a'), { mode: 'edits', alwaysAsk: 'It is odd' })).toBe('ask by always-ask');
  });
});
