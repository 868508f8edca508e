import { act, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { type ConnectionState, ObservableValue } from '../../../src-renderer/api/connection-state.ts';
import { useFold, useLive } from '../../../src-renderer/state/use-live.ts';
import { apiOf } from '../../support/pane.tsx';

/** A stream for each opening, fed and ended by the test. */
class OpenedStreams {
  readonly all: { push: (value: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];

  readonly open = async (_: unknown, signal: AbortSignal): Promise<AsyncIterable<string>> => {
    const waiting: (string | Error)[] = [];
    let wake = () => {};
    const put = (value: string | Error) => {
      waiting.push(value);
      wake();
    };
    this.all.push({ push: put, fail: put, signal });
    return (async function* () {
      for (;;) {
        const next = waiting.shift();
        if (next instanceof Error) throw next;
        if (next !== undefined) yield next;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    })();
  };
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 30)));

function show(element: React.ReactNode) {
  const connection = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  const wrap = (inner: React.ReactNode) => (
    <ApiProvider api={apiOf({})} connection={connection}>
      {inner}
    </ApiProvider>
  );
  const view = render(wrap(element));
  onTestFinished(() => view.unmount());
  return { connection, rerender: (next: React.ReactNode) => view.rerender(wrap(next)), unmount: view.unmount };
}

function Newest({ openings, of = 'a' }: { openings: OpenedStreams; of?: string }) {
  const live = useLive(openings.open, [of]);
  return <p>{live.status === 'ready' ? live.value : live.status === 'failed' ? live.error.message : 'loading'}</p>;
}

const text = () => screen.getByRole('paragraph').textContent;

test('the newest value of a stream is shown', async () => {
  const openings = new OpenedStreams();
  show(<Newest openings={openings} />);
  expect(text()).toBe('loading');
  await settle();
  openings.all[0]?.push('one');
  openings.all[0]?.push('two');
  await settle();
  expect(text()).toBe('two');
});

test('the value stays while the connection is lost, and the stream opens again with the next one', async () => {
  const openings = new OpenedStreams();
  const { connection } = show(<Newest openings={openings} />);
  await settle();
  openings.all[0]?.push('before');
  await settle();
  await act(async () => {
    connection.set({ state: 'lost', epoch: 1 });
    openings.all[0]?.fail(new ConnectionLostError());
  });
  await settle();
  expect(text()).toBe('before');
  expect(openings.all).toHaveLength(1);

  await act(async () => connection.set({ state: 'connected', epoch: 2 }));
  await settle();
  expect(openings.all).toHaveLength(2);
  expect(text()).toBe('before');
  openings.all[1]?.push('after');
  await settle();
  expect(text()).toBe('after');
});

test('an error of the host is shown, and gone with the next connection', async () => {
  const openings = new OpenedStreams();
  const { connection } = show(<Newest openings={openings} />);
  await settle();
  openings.all[0]?.fail(new Error('no such session'));
  await settle();
  expect(text()).toBe('no such session');
  await act(async () => connection.set({ state: 'connected', epoch: 2 }));
  await settle();
  openings.all[1]?.push('here');
  await settle();
  expect(text()).toBe('here');
});

test('another subject begins from nothing, and the old stream is ended', async () => {
  const openings = new OpenedStreams();
  const { rerender } = show(<Newest openings={openings} of="a" />);
  await settle();
  openings.all[0]?.push('of a');
  await settle();
  rerender(<Newest openings={openings} of="b" />);
  expect(text()).toBe('loading');
  expect(openings.all[0]?.signal.aborted).toBe(true);
  await settle();
  openings.all[0]?.push('late news of a');
  openings.all[1]?.push('of b');
  await settle();
  expect(text()).toBe('of b');
});

test('leaving ends the stream', async () => {
  const openings = new OpenedStreams();
  const { unmount } = show(<Newest openings={openings} />);
  await settle();
  unmount();
  expect(openings.all[0]?.signal.aborted).toBe(true);
});

function Joined({ openings }: { openings: OpenedStreams }) {
  const live = useFold(openings.open, '', (sum: string, update: string) => sum + update, []);
  return <p>{live.status === 'ready' ? live.value : live.status}</p>;
}

test('updates that come fast are all folded in, and a new connection folds from the start', async () => {
  const openings = new OpenedStreams();
  const { connection } = show(<Joined openings={openings} />);
  await settle();
  for (const letter of 'abcdefgh') openings.all[0]?.push(letter);
  await settle();
  expect(text()).toBe('abcdefgh');
  await act(async () => connection.set({ state: 'connected', epoch: 2 }));
  await settle();
  openings.all[1]?.push('xy');
  await settle();
  expect(text()).toBe('xy');
});
