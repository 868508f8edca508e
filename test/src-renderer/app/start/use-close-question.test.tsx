import { act, render } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppInfo, CloseConsequences } from '#contract';
import { ApiProvider } from '../../../../src-renderer/api/api-context.tsx';
import { type ConnectionState, ObservableValue } from '../../../../src-renderer/api/connection-state.ts';
import { type CloseQuestionOptions, useCloseQuestion } from '../../../../src-renderer/app/start/use-close-question.ts';
import { apiOf, Feed } from '../../../support/pane.tsx';

interface Options {
  readonly target?: AppInfo['target'];
  readonly isAppWindow?: boolean;
}

function Page(options: CloseQuestionOptions) {
  useCloseQuestion(options);
  return <p>page</p>;
}

const closing = (running: readonly string[] | CloseConsequences): CloseConsequences =>
  'endsHost' in running ? running : { endsHost: true, running: [...running], background: [], choice: 'ask' };

/** A page with what runs on its host; `asks` closes the window and tells whether the browser would ask. */
async function openPage(
  running: readonly string[] | CloseConsequences,
  { target = 'browser', isAppWindow = true }: Options = {},
) {
  const feed = new Feed<CloseConsequences>(closing(running));
  const connection = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  const onStayed = vi.fn();
  const view = render(
    <ApiProvider api={apiOf({ app: { closingChanged: feed.open } })} connection={connection}>
      <Page target={target} isAppWindow={() => isAppWindow} onStayed={onStayed} />
    </ApiProvider>,
  );
  onTestFinished(() => view.unmount());
  const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await settled();
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const push = (now: readonly string[]) => feed.push(closing(now));
  return { feed: { push }, connection, onStayed, settled, asks };
}

test('an app window asks while something runs, and no longer when it has ended', async () => {
  const { feed, settled, asks } = await openPage(['build: sleep']);
  expect(asks()).toBe(true);

  feed.push([]);
  await settled();
  expect(asks()).toBe(false);

  feed.push(['Greeting']);
  await settled();
  expect(asks()).toBe(true);
});

test.each([
  ['a plain browser tab', { isAppWindow: false }],
  ['the desktop window, whose host asks itself', { target: 'electron' }],
] as const)('%s never asks', async (_, options) => {
  const { asks } = await openPage(['build: sleep'], options);

  expect(asks()).toBe(false);
});

test.each<[string, Partial<CloseConsequences>, boolean]>([
  ['a service that is on is asked about', { background: ['Session socket'] }, true],
  ['one that is to stay is not', { background: ['Session socket'], choice: 'stay', running: ['build'] }, false],
  ['one that is to end is not', { background: ['REST'], choice: 'end', running: ['REST'] }, false],
  ['what runs beside it is', { background: ['REST'], choice: 'end', running: ['REST', 'build'] }, true],
  ['a host that goes on without its window does not ask', { endsHost: false, running: ['build'] }, false],
])('%s', async (_, known, expected) => {
  const { asks } = await openPage({ endsHost: true, running: [], background: [], choice: 'ask', ...known });
  expect(asks()).toBe(expected);
});

test('a window whose host is gone does not ask', async () => {
  const { connection, settled, asks } = await openPage(['build: sleep']);
  connection.set({ state: 'lost', epoch: 1 });
  await settled();

  expect(asks()).toBe(false);
});

test('loading the page again ends nothing and is not asked about', async () => {
  const { asks } = await openPage(['build: sleep']);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', ctrlKey: true }));
  expect(asks()).toBe(false);
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
  expect(asks()).toBe(true);

  // Taken by something in the page, as a terminal takes it for its search.
  const taken = new KeyboardEvent('keydown', { key: 'r', ctrlKey: true, cancelable: true });
  taken.preventDefault();
  window.dispatchEvent(taken);
  expect(asks()).toBe(true);
});

test('whoever stays is shown what runs', async () => {
  const { onStayed, settled, asks } = await openPage(['build: sleep']);
  asks();
  expect(onStayed).not.toHaveBeenCalled();
  await settled();

  expect(onStayed).toHaveBeenCalledOnce();
});
