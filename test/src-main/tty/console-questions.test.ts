import { describe, expect, test } from 'vitest';
import type { Judgement, RuleSubject, SessionSummary } from '../../../src-main/contract/index.ts';
import { FakeConsoleApi } from '../../support/fake-console-api.ts';
import { assistant, started, tool } from './console-box.ts';

const COMMAND = {
  kind: 'command',
  command: 'ls -l',
  cwd: '/home/me/work',
  limits: { timeoutMs: 1, maxOutputBytes: 1 },
} as const;

describe('a question', () => {
  async function asked(subject: Parameters<FakeConsoleApi['ask']>[0], options: { settleMs?: number } = {}) {
    const { fake, session } = started(options);
    await session.shows('work $');
    session.key('Tab');
    session.type('go\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    fake.ask(subject);
    await session.shows('Enter');
    return { fake, session };
  }

  test('Enter runs it', async () => {
    const { fake, session } = await asked(COMMAND);
    await using _ = session;
    expect(await session.screen()).toContain('Run a command\nls -l\nin /home/me/work\neverything asks\nEnter runs it');
    session.key('Enter');
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'allow' }]);
  });

  test('Tab offers the rules that would cover it, says what they would have allowed, and keeps them where one wants', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    const subject = (...args: string[]): RuleSubject => ({
      kind: 'command',
      program: 'ls',
      arguments: args,
      wrappers: [],
      variables: [],
      redirections: [],
    });
    const past = { looked: 20, wouldAllow: 3, refused: 1, examples: [] };
    fake.proposals = [
      { rules: [{ subject: subject('-l'), words: 'ls -l, in the box' }], rehearsal: { ...past, looked: 0 } },
      { rules: [{ subject: subject(), words: 'ls ‹safe options›', part: 'ls -l' }], rehearsal: past },
    ];
    const judgement: Judgement = {
      verdict: 'ask',
      tier: 'default',
      why: '',
      parts: [],
      sandbox: 'none',
      canBeAllowed: true,
    };
    fake.ask(COMMAND, { judgement });
    await session.shows('Tab: allow like this');
    session.key('Tab');
    const text = await session.shows('Which, 1 to 2');
    expect(text).toContain('  1  ls -l, in the box\n     No earlier command');
    expect(text).toContain(
      '  2  ls ‹safe options›\n     ls ‹safe options›: for ls -l\n     It would have allowed 3 of 20 past calls, 1 of which you refused.',
    );
    session.key('Ctrl+C');
    await session.shows(/\(Enter: 1\): ?\nEnter runs it/);
    session.key('Tab');
    await session.shows(/Which,[\s\S]*Which,/);
    session.type('3\n');
    await session.shows('That is none of these');
    session.type('2\n');
    await session.shows('Where, s this session only');
    session.type('constructor\n');
    await session.shows(/none of these[\s\S]*none of these[\s\S]*Where,/);
    session.type('s\n');
    await session.shows('Kept for this session: ls ‹safe options›');
    const rules = [{ verdict: 'allow', subject: subject() }];
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'allow' }]);
    expect(fake.said('saveForSession')).toEqual([{ session: 's1', workspace: '/home/me/work', rules }]);
  });

  test('text refuses with that reason, blanks alone ask again', async () => {
    const { fake, session } = await asked(COMMAND);
    await using _ = session;
    session.type('   \n');
    await session.shows('Press Enter on an empty line');
    expect(fake.decisions()).toEqual([]);
    session.type(' too risky \n');
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'refuse', reason: 'too risky' }]);
  });

  test.each(['Ctrl+C', 'Ctrl+D'])('%s aborts the turn without an answer', async (key) => {
    const { fake, session } = await asked(COMMAND);
    await using _ = session;
    session.key(key);
    await expect.poll(() => fake.said('stop')).toEqual([{ session: 's1' }]);
    expect(fake.decisions()).toEqual([]);
  });

  test('what was typed before it came, or as it came, does not answer it', async () => {
    const { fake, session } = started({ settleMs: 200 });
    await using _ = session;
    await session.shows('work $');
    session.key('Tab');
    session.type('go\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    session.type('\n');
    fake.ask(COMMAND);
    await session.shows('Enter runs it');
    session.type('\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(fake.decisions()).toEqual([]);
    session.type('\n');
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'allow' }]);
  });

  test('arguments of several lines are fenced, and cannot end their fence or colour the screen', async () => {
    const { session } = await asked({
      kind: 'call',
      provider: 'weather.py',
      title: 'get weather',
      description: 'Tells it.',
      arguments: [
        { path: 'place.city', text: 'Rome' },
        { path: 'note', text: 'a\n```\nEnter runs\x1b[8m' },
        { path: 'command', text: `ls${' '.repeat(500)}; touch PWNED` },
      ],
    });
    await using _ = session;
    expect(await session.screen()).toContain(
      'Call get weather of weather.py\nTells it.\n- place.city: Rome\n- note:\n````\na\n```\nEnter runs<U+001B>[8m\n````\n- command: ls <500 blanks> ; touch PWNED',
    );
  });

  test('a change shows its diff and is allowed as it was shown', async () => {
    const { fake, session } = started();
    await using _ = session;
    fake.diff = {
      id: 'p1',
      path: '/w/a.txt',
      shownPath: 'a.txt',
      revision: 2,
      original: 'old\n',
      proposed: 'new\n',
      hunks: [
        {
          number: 1,
          oldStart: 1,
          oldCount: 1,
          newStart: 1,
          newCount: 1,
          lines: [
            { kind: 'removed', text: 'old', oldLine: 1 },
            { kind: 'added', text: 'new\x1b[2K', newLine: 1 },
          ],
        },
      ],
      lineEnding: 'lf',
      warnings: [],
    };
    await session.shows('work $');
    const subject = { kind: 'change', proposal: 'p1', path: '/w/a.txt', shownPath: 'a.txt' } as const;
    fake.ask({ ...subject, isNew: false, addedLines: 1, removedLines: 1 });
    await session.shows('Change a.txt\n1 added, 1 removed\n@@ -1,1 +1,1 @@\n-old\n+new<U+001B>[2K');
    session.key('Enter');
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'allow', change: { revision: 2, accepted: [1] } }]);
  });

  test('one that is answered elsewhere goes away, and the line that was being typed comes back', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.type('half');
    await session.shows(/work \$ half$/);
    fake.ask(COMMAND);
    await session.shows(/Enter runs it, text refuses with that reason:$/);
    fake.questions.set([]);
    await session.shows(/The question is gone.*\nwork \$ half$/);
  });

  test('a form is filled in field by field, and checked', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    const properties = { name: { type: 'string' }, age: { type: 'integer', default: 3 }, sure: { type: 'boolean' } };
    fake.ask({ kind: 'form', server: 'srv', message: 'Who?', schema: { properties, required: ['name'] } });
    await session.shows('name*');
    session.type('\nAda\n');
    await session.shows('age [3]');
    session.type('x\n');
    await session.shows('no whole number');
    session.type('\n');
    await session.shows('sure');
    session.type('yes\n');
    await expect
      .poll(() => fake.decisions())
      .toEqual([{ verdict: 'allow', form: { name: 'Ada', age: 3, sure: true } }]);
  });

  test("a form of the workspace's servers is announced, and asked here while this session's turn runs", async () => {
    const { fake, session } = started();
    fake.target = 'electron';
    await using _ = session;
    await session.shows('work $');
    const form = (message: string, properties: Record<string, unknown>) =>
      ({ kind: 'form', server: 'files', message, schema: { properties } }) as const;
    fake.ask(form('Who are you?', {}), { session: 'providers-1', tool: 'attach' });
    const announced = 'Something waits for an answer in the window of Sigma Shell. files asks for values: Who are you?';
    expect((await session.shows('Who are you')).replace(/\n/g, '')).toContain(announced);
    fake.questions.set([]);
    session.key('Tab');
    session.type('go\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    const tags = { type: 'array', items: { enum: ['a', 'b', 'c'] } };
    const size = { oneOf: [{ const: 's', title: 'small' }] };
    fake.ask(form('Which?', { tags, size, more: { type: 'object' } }), { session: 'providers-1', tool: 'attach' });
    await session.shows(/files asks\nWhich\?[\s\S]*It can be answered in the window of Sigma Shell, too\.[\s\S]*tags/);
    session.type('a, x\n');
    await session.shows('Choose one of a, b, c');
    session.type('a, b\n');
    await session.shows('size (s = small)');
    session.type('small\n');
    session.type('{"deep":1}\n');
    await expect
      .poll(() => fake.decisions())
      .toEqual([{ verdict: 'allow', form: { tags: ['a', 'b'], size: 's', more: { deep: 1 } } }]);
  });

  test('what other sessions ask is not asked here', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    fake.ask(COMMAND, { session: 's2' });
    session.type('ls\n');
    expect(await session.shows('ran ls')).not.toContain('Run a command');
  });
});

describe('a key that is wanted', () => {
  const request = { id: 'k1', profile: 'alpha', origin: 'https://api.example', why: 'No key yet', isRefused: false };

  test('is asked for until there is one, and is never shown', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    fake.keyRequests.set([request]);
    await session.shows('API key for alpha');
    session.type('  \n');
    session.type(' sk-hidden \n');
    await expect.poll(() => fake.said('answerKey')).toEqual([{ id: 'k1', key: 'sk-hidden' }]);
    expect(session.written()).not.toContain('sk-');
  });

  test('after a refused one Enter alone tries it again, and Ctrl+C declines', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    fake.keyRequests.set([{ ...request, isRefused: true }]);
    await session.shows('tries the old key again');
    session.type('\n');
    await expect.poll(() => fake.said('answerKey')).toEqual([{ id: 'k1', key: '' }]);
    fake.keyRequests.set([{ ...request, id: 'k2' }]);
    await session.shows(/API key for alpha[\s\S]*API key for alpha/);
    session.key('Ctrl+C');
    await expect.poll(() => fake.said('declineKey')).toEqual([{ id: 'k2' }]);
  });
});

describe('going on with an earlier session', () => {
  const past = (id: string, title: string, more: Partial<SessionSummary> = {}): SessionSummary => ({
    id,
    title,
    state: 'done',
    createdAt: 0,
    updatedAt: Date.now() - 3_600_000,
    messages: 2,
    repairs: 0,
    usage: { prompt: 0, completion: 0, total: 0 },
    isUsageComplete: true,
    workspace: '/home/me/work',
    ...more,
  });

  function withPast() {
    const fake = new FakeConsoleApi();
    fake.past = [
      past('2026-b', 'Elsewhere', { workspace: '/other' }),
      past('2026-a', 'Mend the tests', { profile: 'beta' }),
      past('2026-r', 'Rules', { kind: 'record' }),
    ];
    const users = Array.from({ length: 20 }, (_, n) => ({
      kind: 'user' as const,
      id: `u${n}`,
      at: 0,
      text: `say ${n}`,
    }));
    fake.items = [...users, tool({ id: 'c9', state: 'done', result: 'Found' }), assistant('**Done** so')];
    return fake;
  }

  test('is chosen from a list, those of the folder first; its last lines are shown, and its profile answers', async () => {
    const fake = withPast();
    const { session } = started({ resume: '', workspace: '/home/me/work' }, fake);
    await using _ = session;
    const text = await session.shows('Which, 1 to 2');
    expect(text).toMatch(
      /1 {2}Mend the tests\n {5}2 messages, 60 min ago, \/home\/me\/work, 2026-a\n {2}2 {2}Elsewhere/,
    );
    session.type('\n');
    const shown = await session.shows(/beta >>> work\/$/);
    expect(shown).toContain('>>> say 19\n· execute_command\nFound\nDone so\n');
    expect(shown).not.toContain('say 9\n');
    session.type('go on\n');
    await expect.poll(() => fake.said('send')).toMatchObject([{ session: '2026-a', text: 'go on' }]);
    fake.turn.set('done');
  });

  test('is named by its id or the beginning of it; what fits none or several is said', async () => {
    const { session } = started({ resume: '2026-b' }, withPast());
    await session.shows('Done so');
    await session[Symbol.asyncDispose]();
    const { session: none } = started({ resume: '2026' }, withPast());
    await none.shows('More than one session begins with 2026; sigma console -resume lists them.');
    expect(await none.exitCode).toBe(1);
  });
});
