import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LayoutEntries } from '#contract';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { failure } from '../../support/pane.tsx';

const LOST = new ConnectionLostError();

/** The host as windows see it: of each key the newest, told to all who listen. It may be away. */
class Host {
  entries: LayoutEntries = {};
  readonly saved: LayoutEntries[] = [];
  readonly windows = new Set<LayoutStore>();
  failWith: Error | undefined;

  readonly save = async (changes: LayoutEntries): Promise<void> => {
    this.saved.push(changes);
    if (this.failWith) throw this.failWith;
    const newer = Object.entries(changes).filter(([key, { at }]) => at > (this.entries[key]?.at ?? -1));
    this.entries = { ...this.entries, ...Object.fromEntries(newer) };
    for (const window of this.windows) window.receive(Object.fromEntries(newer));
  };

  open(): LayoutStore {
    const store: LayoutStore = new LayoutStore(this.entries, async (changes) => {
      // One that is away reaches nobody.
      if (!this.windows.has(store)) throw LOST;
      await this.save(changes);
    });
    this.windows.add(store);
    return store;
  }

  valueOf(key: string): unknown {
    return this.entries[key]?.value;
  }
}

let host: Host;
beforeEach(() => {
  vi.useFakeTimers();
  host = new Host();
});
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('what changed', () => {
  test('is sent a moment later, and nothing else with it', async () => {
    host.entries = { view: { value: 'changes', at: 1 }, width: { value: '20%', at: 1 } };
    const store = host.open();
    store.set('view', 'activity');
    store.set('view', 'settings');
    await pass(400);
    expect(host.saved).toEqual([]);
    await pass(200);
    expect(host.saved).toEqual([{ view: { value: 'settings', at: expect.any(Number) } }]);
    expect(store.hasUnsaved).toBe(false);
    await pass(60_000);
    expect(host.saved).toHaveLength(1);
  });

  test('that could not be sent is not tried again once nobody looks at it any more', async () => {
    host.failWith = LOST;
    const store = host.open();
    store.set('view', 'changes');
    await pass(600);
    expect(host.saved).toHaveLength(1);
    store.stop();
    await pass(60_000);
    expect(host.saved).toHaveLength(1);
  });

  test('that could not be sent is sent again, ever more seldom, until the host has it', async () => {
    host.failWith = LOST;
    const store = host.open();
    store.set('shared.draft.s1', 'half a thought');
    await pass(600);
    expect(store.hasUnsaved).toBe(true);
    await pass(1_000);
    expect(host.saved).toHaveLength(2);
    await pass(60_000);
    expect(host.saved.length).toBeLessThan(10);
    host.failWith = undefined;
    await pass(30_000);
    expect(host.valueOf('shared.draft.s1')).toBe('half a thought');
    expect(store.hasUnsaved).toBe(false);
  });

  test('and is of this window alone can be had, for where it is kept until the host is there', async () => {
    host.failWith = LOST;
    const store = host.open();
    expect(store.unsaved).toEqual({});
    store.set('view', 'activity');
    expect(store.hasUnsentText).toBe(false);
    store.set('shared.deleted', ['s1']);
    store.set('shared.draft.s1', 'half a thought');
    store.set('shared.draft.s2', undefined);
    expect(store.unsaved).toEqual({ view: 'activity', 'shared.draft.s1': 'half a thought' });
    expect(store.hasUnsentText).toBe(true);
    const next = host.open();
    next.bringBack(store.unsaved);
    expect(next.get('view')).toBe('activity');
  });

  test.each([
    ['nothing', undefined, 'mine'],
    ['the beginning of it', 'mi', 'mine'],
    ['the same', 'mine', 'mine'],
    ['something else', 'theirs', 'theirs\n\nmine'],
  ])('and was brought back to a host that has %s, is sent with it', async (_, theirs, both) => {
    if (theirs !== undefined) host.entries = { 'shared.draft.s1': { value: theirs, at: Date.now() + 1000 } };
    const store = host.open();
    store.bringBack({ 'shared.draft.s1': 'mine' });
    expect(store.get('shared.draft.s1')).toBe(both);
    await pass(1000);
    expect(host.valueOf('shared.draft.s1')).toBe(both);
    expect(store.hasUnsaved).toBe(false);
  });

  test('is sent at once when the connection is there again or the page goes away', async () => {
    host.failWith = LOST;
    const store = host.open();
    store.set('view', 'activity');
    await pass(20_000);
    host.failWith = undefined;
    store.flush();
    await pass(0);
    expect(host.valueOf('view')).toBe('activity');
  });

  test('while it is on its way is sent after it', async () => {
    const store = host.open();
    store.set('shared.draft.s1', 'half');
    store.flush();
    store.set('shared.draft.s1', 'half a');
    await pass(1_000);
    expect(host.valueOf('shared.draft.s1')).toBe('half a');
    expect(store.get('shared.draft.s1')).toBe('half a');
  });

  test('and is too large is given up, and the rest is kept', async () => {
    const store = host.open();
    const { save } = host;
    const picky = new LayoutStore({}, async (changes) => {
      if ('large' in changes) throw failure('LIMIT_EXCEEDED', 'too large');
      await save(changes);
    });
    picky.set('large', 'x');
    picky.set('view', 'changes');
    await pass(60_000);
    expect(host.valueOf('view')).toBe('changes');
    expect(picky.hasUnsaved).toBe(false);
    expect(store.hasUnsaved).toBe(false);
  });

  test('and is too large is said to be kept nowhere, until it is smaller or taken away', async () => {
    const picky = new LayoutStore({}, async (changes) => {
      if (Object.values(changes).some(({ value }) => value === 'large')) throw failure('LIMIT_EXCEEDED', 'too large');
    });
    const heard: boolean[] = [];
    picky.subscribe(() => heard.push(picky.hasRefused));
    picky.set('shared.draft.a', 'large');
    picky.set('prompts.draft.b', 'large');
    await pass(600);
    expect(picky.hasRefused).toBe(true);
    expect(heard.at(-1)).toBe(true);
    picky.set('shared.draft.a', 'small');
    await pass(600);
    expect(picky.hasRefused).toBe(true);
    picky.set('prompts.draft.b', undefined);
    await pass(600);
    expect(picky.hasRefused).toBe(false);
    expect(heard.at(-1)).toBe(false);
  });

  test('is later than what the host has, whatever the clock of this machine says', async () => {
    host.entries = { view: { value: 'changes', at: Date.now() + 3_600_000 } };
    const store = host.open();
    store.set('view', 'activity');
    await pass(600);
    expect(host.valueOf('view')).toBe('activity');
  });
});

describe('two windows', () => {
  test('keep their own looks', async () => {
    const [one, other] = [host.open(), host.open()];
    one.set('view', 'changes');
    await pass(600);
    expect(other.get('view')).toBeUndefined();
  });

  test('show the same drafts, and one that was sent or cleared is gone in both', async () => {
    const [one, other] = [host.open(), host.open()];
    one.set('shared.draft.s1', 'half a thought');
    await pass(600);
    expect(other.get('shared.draft.s1')).toBe('half a thought');
    other.set('shared.draft.s1', undefined);
    await pass(600);
    expect(one.get('shared.draft.s1')).toBeUndefined();
    expect(host.entries['shared.draft.s1']).not.toHaveProperty('value');
  });

  test('of which one was away keep both texts of one draft', async () => {
    const [one, other] = [host.open(), host.open()];
    one.set('shared.draft.s1', 'both know this');
    await pass(600);
    host.windows.delete(other);
    other.set('shared.draft.s1', 'typed while away');
    one.set('shared.draft.s1', 'typed meanwhile');
    one.flush();
    await pass(0);
    // What happens at a new connection: first the host tells, then the window.
    host.windows.add(other);
    other.receive(host.entries);
    other.flush();
    await pass(600);
    expect(host.valueOf('shared.draft.s1')).toBe('typed meanwhile\n\ntyped while away');
    expect(one.get('shared.draft.s1')).toBe('typed meanwhile\n\ntyped while away');
  });

  test('of which one was away keep its text though the other has sent the draft', async () => {
    const [one, other] = [host.open(), host.open()];
    one.set('shared.draft.s1', 'both know this');
    await pass(600);
    host.windows.delete(other);
    other.set('shared.draft.s1', 'both know this, and more');
    await pass(10);
    one.set('shared.draft.s1', undefined);
    one.flush();
    await pass(0);
    other.receive(host.entries);
    expect(other.get('shared.draft.s1')).toBe('both know this, and more');
  });

  test('a window whose answer was lost does not take its own text for another’s', async () => {
    const window = host.open();
    host.windows.delete(window);
    const { save } = host;
    const deaf = new LayoutStore({}, async (changes) => {
      await save(changes);
      throw LOST;
    });
    deaf.set('shared.draft.s1', 'hel');
    await pass(600);
    deaf.set('shared.draft.s1', 'help');
    deaf.set('shared.draft.s1', 'heap');
    deaf.receive(host.entries);
    expect(deaf.get('shared.draft.s1')).toBe('heap');
  });

  test('agree in the end, and no text that nobody took away is missing', async () => {
    const step = fc.record({
      window: fc.nat({ max: 1 }),
      key: fc.constantFrom('shared.a', 'shared.b'),
      isAway: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        host = new Host();
        const windows = [host.open(), host.open()];
        const typed = new Set<string>();
        let count = 0;
        for (const { window: index, key, isAway } of steps) {
          const window = windows[index] as LayoutStore;
          if (isAway) host.windows.delete(window);
          else {
            host.windows.add(window);
            window.receive(host.entries);
          }
          count += 1;
          const word = `<${count}>`;
          typed.add(word);
          window.set(key, `${window.get(key) ?? ''}${word}`);
          if (!isAway) {
            window.flush();
            await pass(1);
          }
        }
        for (const window of [...windows, ...windows]) {
          host.windows.add(window);
          window.receive(host.entries);
          window.flush();
          await pass(600);
        }
        for (const key of ['shared.a', 'shared.b']) {
          expect(windows[0]?.get(key)).toBe(host.valueOf(key));
          expect(windows[1]?.get(key)).toBe(host.valueOf(key));
        }
        const all = Object.values(host.entries)
          .map(({ value }) => value)
          .join();
        for (const word of typed) expect(all).toContain(word);
      }),
      { numRuns: 150 },
    );
  });
});
