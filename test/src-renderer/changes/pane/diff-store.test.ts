import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Api, Diff } from '#contract';
import { ConnectionLostError } from '../../../../src-renderer/api/connection-lost-error.ts';
import { DiffStore } from '../../../../src-renderer/changes/pane/diff-store.ts';

const diffOf = (revision: number, proposed: string, original = 'old'): Diff => ({
  id: 'p',
  path: '/w/a.txt',
  shownPath: 'a.txt',
  revision,
  original,
  proposed,
  hunks: [],
  lineEnding: 'lf',
  warnings: [],
});

/** A host with one proposal, which answers a revision only when it is told to. */
class Host {
  shown = diffOf(1, 'proposed');
  readonly revisions: string[] = [];
  readonly held: (() => void)[] = [];
  isHolding = false;
  refusal: string | undefined;
  failure: Error | undefined;

  readonly changes = {
    diff: async () => this.shown,
    revise: async ({ proposed }: { proposed: string }) => {
      this.revisions.push(proposed);
      if (this.isHolding) await new Promise<void>((resolve) => this.held.push(resolve));
      if (this.failure !== undefined) throw this.failure;
      if (this.refusal !== undefined) throw new Error(this.refusal);
      this.shown = diffOf(this.shown.revision + 1, proposed, this.shown.original);
      return this.shown;
    },
    // The two procedures that a desk calls.
  } as unknown as Api['changes'];
}

function setUp() {
  const host = new Host();
  const desk = new DiffStore(host.changes, () => {});
  return { host, desk };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what is typed', () => {
  test('is sent once the typing pauses, and is then no draft any more', async () => {
    const { host, desk } = setUp();
    desk.load('p');
    desk.edit('p', 'proposed!');
    desk.edit('p', 'proposed!!');
    expect(desk.get('p').draft).toBe('proposed!!');
    await vi.runAllTimersAsync();
    expect(host.revisions).toEqual(['proposed!!']);
    expect(desk.get('p')).toMatchObject({ draft: undefined, diff: { revision: 2, proposed: 'proposed!!' } });
  });

  test('while an answer is on its way stays and is sent after it', async () => {
    const { host, desk } = setUp();
    host.isHolding = true;
    desk.edit('p', 'one');
    await vi.runAllTimersAsync();
    desk.edit('p', 'one two');
    host.isHolding = false;
    for (const release of host.held) release();
    await vi.runAllTimersAsync();
    expect(host.revisions).toEqual(['one', 'one two']);
    expect(desk.get('p')).toMatchObject({ draft: undefined, diff: { proposed: 'one two' } });
  });

  test('wins over a revision that arrives from elsewhere, and is sent against it', async () => {
    const { host, desk } = setUp();
    desk.load('p');
    await vi.runAllTimersAsync();
    desk.edit('p', 'mine');
    host.shown = diffOf(5, 'theirs', 'the file changed');
    desk.load('p');
    await vi.runAllTimersAsync();
    expect(host.revisions).toEqual(['mine']);
    expect(desk.get('p')).toMatchObject({ originalBefore: 'old', diff: { revision: 6, proposed: 'mine' } });
  });

  test('stays when it is not taken, with the reason', async () => {
    const { host, desk } = setUp();
    host.refusal = 'The proposal is gone';
    desk.edit('p', 'mine');
    await vi.runAllTimersAsync();
    expect(desk.get('p')).toMatchObject({ draft: 'mine', problem: expect.stringContaining('The proposal is gone') });
    expect(await desk.settle('p')).toBeUndefined();
  });

  test('stays when the answer was lost, which is no word of whether it was taken', async () => {
    const { host, desk } = setUp();
    host.failure = new ConnectionLostError();
    desk.edit('p', 'mine');
    await vi.runAllTimersAsync();
    expect(desk.get('p')).toMatchObject({
      draft: 'mine',
      problem: `Your edit is kept here. ${host.failure.message}`,
    });
  });

  test('is sent when another change is opened', async () => {
    const { host, desk } = setUp();
    desk.edit('p', 'mine');
    desk.leave('p');
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(host.revisions).toEqual(['mine']);
  });

  test('is settled before an answer: settling resolves with the revision that contains it', async () => {
    const { desk } = setUp();
    desk.edit('p', 'mine');
    expect(await desk.settle('p')).toMatchObject({ revision: 2, proposed: 'mine' });
  });
});

test('a slow answer about an older revision changes nothing', async () => {
  const { host, desk } = setUp();
  desk.edit('p', 'mine');
  await vi.runAllTimersAsync();
  host.shown = diffOf(1, 'proposed');
  desk.load('p');
  await vi.runAllTimersAsync();
  expect(desk.get('p').diff).toMatchObject({ revision: 2, proposed: 'mine' });
});

test('the same diff again keeps its identity, so that nothing is drawn anew', async () => {
  const { host, desk } = setUp();
  desk.load('p');
  await vi.runAllTimersAsync();
  const before = desk.get('p').diff;
  host.shown = { ...host.shown };
  desk.load('p');
  await vi.runAllTimersAsync();
  expect(desk.get('p').diff).toBe(before);
});

describe('what is fetched ahead', () => {
  const setUpMany = () => {
    const asked: string[] = [];
    const changes = {
      diff: async ({ id }: { id: string }) => {
        asked.push(id);
        return { ...diffOf(1, `of ${id}`), id };
      },
      revise: async ({ id, proposed }: { id: string; proposed: string }) => ({ ...diffOf(2, proposed), id }),
      // The two procedures that a desk calls.
    } as unknown as Api['changes'];
    return { asked, desk: new DiffStore(changes, () => {}) };
  };

  test('is there at once when it is looked at, and is asked for again then', async () => {
    const { asked, desk } = setUpMany();
    desk.load('a');
    desk.ahead('b');
    await vi.runAllTimersAsync();
    desk.leave('a');
    desk.load('b');
    expect(desk.get('b').diff?.proposed).toBe('of b');
    await vi.runAllTimersAsync();
    expect(asked).toEqual(['a', 'b', 'b']);
    expect(desk.get('a').diff).toBeUndefined();
  });

  test('makes room for the next, but for what is looked at or was typed into', async () => {
    const { desk } = setUpMany();
    for (const id of ['a', 'b', 'c']) {
      desk.ahead(id);
      await vi.runAllTimersAsync();
    }
    expect(['a', 'b', 'c'].map((id) => desk.get(id).diff?.id)).toEqual([undefined, undefined, 'c']);
    desk.edit('c', 'typed');
    desk.ahead('d');
    expect(desk.get('c').draft).toBe('typed');
    await vi.runAllTimersAsync();
    expect(desk.get('d').diff?.id).toBe('d');
  });
});
