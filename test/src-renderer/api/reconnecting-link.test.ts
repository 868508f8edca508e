import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { type LineEvents, ReconnectingLink } from '../../../src-renderer/api/reconnecting-link.ts';

type Answer = (input: unknown) => Promise<unknown>;

/** Lines that the test opens and drops by hand. */
class TestConnections {
  readonly dialled: { readonly events: LineEvents; isOpen: boolean }[] = [];
  readonly asked: unknown[] = [];
  answer: Answer = async (input) => input;

  readonly dial = (events: LineEvents) => {
    const line = { events, isOpen: false };
    this.dialled.push(line);
    return {
      isOpen: () => line.isOpen,
      link: {
        call: (_path: readonly string[], input: unknown) => {
          this.asked.push(input);
          return this.answer(input);
        },
      },
    };
  };

  open(): void {
    const line = this.#last();
    line.isOpen = true;
    line.events.onOpen();
  }

  drop(why?: 'ended'): void {
    const line = this.#last();
    line.isOpen = false;
    line.events.onClose(why);
  }

  #last() {
    const line = this.dialled.at(-1);
    if (line === undefined) throw new Error('nothing was dialled');
    return line;
  }
}

const call = (link: ReconnectingLink, input: unknown, signal?: AbortSignal) =>
  link.call(['app', 'info'], input, signal === undefined ? { context: {} } : { context: {}, signal });

let lines: TestConnections;
beforeEach(() => {
  vi.useFakeTimers();
  lines = new TestConnections();
});
afterEach(() => void vi.useRealTimers());

const linkOf = (isRefused = async () => false) => new ReconnectingLink({ dial: lines.dial, isRefused });

describe('a link that dials again', () => {
  test('counts connections and says when one is lost', async () => {
    const link = linkOf();
    expect(link.state.get()).toEqual({ state: 'connecting', epoch: 0 });
    lines.open();
    expect(link.state.get()).toEqual({ state: 'connected', epoch: 1 });
    lines.drop();
    expect(link.state.get()).toEqual({ state: 'lost', epoch: 1 });
    await vi.advanceTimersByTimeAsync(250);
    lines.open();
    expect(link.state.get()).toEqual({ state: 'connected', epoch: 2 });
  });

  test('says that the host has ended, not that it is lost, and is there again when one answers', async () => {
    const link = linkOf();
    lines.open();
    lines.drop('ended');
    expect(link.state.get()).toEqual({ state: 'ended', epoch: 1 });
    await vi.advanceTimersByTimeAsync(250);
    lines.drop();
    await vi.advanceTimersByTimeAsync(0);
    expect(link.state.get()).toEqual({ state: 'ended', epoch: 1 });
    await vi.advanceTimersByTimeAsync(500);
    lines.open();
    expect(link.state.get()).toEqual({ state: 'connected', epoch: 2 });
    lines.drop();
    expect(link.state.get()).toEqual({ state: 'lost', epoch: 2 });
  });

  test('waits twice as long after each failure, five seconds at most', async () => {
    linkOf();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      lines.drop();
      const count = lines.dialled.length;
      let waited = 0;
      while (lines.dialled.length === count) {
        await vi.advanceTimersByTimeAsync(50);
        waited += 50;
      }
      pauses.push(waited);
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
  });

  test('a request made while the connection is lost waits for the next one', async () => {
    const link = linkOf();
    lines.open();
    lines.drop();
    const answer = call(link, 'later');
    await vi.advanceTimersByTimeAsync(300);
    expect(lines.asked).toEqual([]);
    lines.open();
    expect(await answer).toBe('later');
  });

  test('a request that has waited ten seconds fails', async () => {
    const link = linkOf();
    const answer = call(link, 'never').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBeInstanceOf(ConnectionLostError);
  });

  test('a request that waits can be aborted', async () => {
    const link = linkOf();
    const ending = new AbortController();
    const answer = call(link, 'x', ending.signal).catch((error: unknown) => error);
    ending.abort(new Error('no longer wanted'));
    expect(await answer).toEqual(new Error('no longer wanted'));
  });

  test('a request under way when the connection drops fails and is not repeated', async () => {
    const link = linkOf();
    lines.open();
    let fail: (error: Error) => void = () => {};
    lines.answer = () => new Promise((_, reject) => (fail = reject));
    const answer = call(link, 'once').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    lines.drop();
    fail(new Error('peer closed'));
    expect(await answer).toBeInstanceOf(ConnectionLostError);
    await vi.advanceTimersByTimeAsync(250);
    lines.open();
    await vi.advanceTimersByTimeAsync(1000);
    expect(lines.asked).toEqual(['once']);
  });

  test('an error of the host passes as it is', async () => {
    const link = linkOf();
    lines.open();
    lines.answer = () => Promise.reject(new Error('not found'));
    await expect(call(link, 'x')).rejects.toThrow('not found');
  });

  test('a stream that ends with its line says so', async () => {
    const link = linkOf();
    lines.open();
    lines.answer = async () =>
      (async function* () {
        yield 1;
        lines.drop();
      })();
    const stream = (await call(link, 'x')) as AsyncIterable<number>;
    const seen: number[] = [];
    const reading = (async () => {
      for await (const value of stream) seen.push(value);
    })();
    await expect(reading).rejects.toBeInstanceOf(ConnectionLostError);
    expect(seen).toEqual([1]);
  });

  test('a stream that the host ends, ends', async () => {
    const link = linkOf();
    lines.open();
    lines.answer = async () =>
      (async function* () {
        yield 1;
      })();
    const seen: unknown[] = [];
    for await (const value of (await call(link, 'x')) as AsyncIterable<number>) seen.push(value);
    expect(seen).toEqual([1]);
  });

  test('a host that turns the page away is not dialled again', async () => {
    const link = linkOf(async () => true);
    const answer = call(link, 'x').catch((error: unknown) => error);
    lines.drop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(link.state.get().state).toBe('refused');
    expect(lines.dialled).toHaveLength(1);
    expect(await answer).toBeInstanceOf(ConnectionLostError);
  });

  test('a page that was refused asks again now and then, and dials when a new address has let its browser in', async () => {
    let isRefused = true;
    const link = linkOf(async () => isRefused);
    lines.drop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([link.state.get().state, lines.dialled.length]).toEqual(['refused', 1]);
    isRefused = false;
    await vi.advanceTimersByTimeAsync(3000);
    lines.open();
    expect([link.state.get().state, lines.dialled.length]).toEqual(['connected', 2]);
  });

  test('a page that was refused asks at once when told to, and no more once it is closed', async () => {
    let asked = 0;
    const link = linkOf(async () => {
      asked += 1;
      return true;
    });
    lines.drop();
    await vi.advanceTimersByTimeAsync(0);
    link.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toBe(2);
    link.retryNow();
    link.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(3);
  });

  test('a connection that was there is dialled again before anybody asks whether it is refused', async () => {
    let asked = 0;
    linkOf(async () => {
      asked += 1;
      return true;
    });
    lines.open();
    lines.drop();
    await vi.advanceTimersByTimeAsync(250);
    expect([lines.dialled.length, asked]).toEqual([2, 0]);
  });

  test('dials at once when asked to', async () => {
    const link = linkOf();
    lines.open();
    lines.drop();
    await vi.advanceTimersByTimeAsync(0);
    link.retryNow();
    expect(lines.dialled).toHaveLength(2);
  });
});
