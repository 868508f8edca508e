import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, test } from 'vitest';
import type { contract } from '#contract';
import { Emitter } from '#core/async/emitter';
import { streamOf } from '#core/async/streams';
import { os } from '#core/servers/procedures';
import { RpcChannel } from '../../../src-main/electron/rpc-channel.ts';

type AppApi = Pick<ContractRouterClient<typeof contract>, 'app'>;

/** A channel to a window, and pages that speak over it; what crosses is cloned, as Electron's IPC does. */
function setUp() {
  const actions = new Emitter<string>();
  const refused: unknown[] = [];
  const router = {
    app: {
      running: os.app.running.handler(() => ['a shell']),
      actions: os.app.actions.handler(({ signal }) => streamOf(actions.subscribe, signal)),
    },
  };
  const contents = {};
  const frame = { url: 'app://sigma/index.html' };
  const toPage = new Emitter<unknown>();
  const log = { debug() {}, info() {}, warn: (event: string) => void refused.push(event), error() {} };
  const channel = new RpcChannel(
    { router, reportBug: (bug) => refused.push(bug), log },
    { contents, mainFrame: () => frame, send: (message) => toPage.emit(structuredClone(message)) },
  );
  const page = (sender: unknown = contents, senderFrame: { url: string } | null = frame): AppApi =>
    createORPCClient(
      new RPCLink({
        port: {
          postMessage: (message: unknown) => channel.receive({ sender, senderFrame }, structuredClone(message)),
          onMessage: { addListener: (listener: (message: unknown) => void) => void toPage.subscribe(listener) },
          onDisconnect: { addListener: () => {} },
        },
      }),
    );
  return { channel, page, contents, frame, actions, refused };
}

test('a loaded page calls and streams', async () => {
  const { channel, page, actions } = setUp();
  channel.connect();
  const api = page();

  expect(await api.app.running()).toEqual(['a shell']);
  const next = (await api.app.actions()).next();
  await expect.poll(() => actions.hasListeners).toBe(true);
  actions.emit('view.changes');
  expect(await next).toMatchObject({ value: 'view.changes' });
});

test('a new load ends the streams of the page before', async () => {
  const { channel, page, actions } = setUp();
  channel.connect();
  void (await page().app.actions()).next().catch(() => {});
  await expect.poll(() => actions.hasListeners).toBe(true);

  channel.connect();

  await expect.poll(() => actions.hasListeners).toBe(false);
  expect(await page().app.running()).toEqual(['a shell']);
});

test.each([
  ['another window', {}, { url: 'app://sigma/index.html' }],
  ['a frame inside the page', undefined, { url: 'app://sigma/index.html' }],
  ['a page of another host', undefined, { url: 'app://sigma.evil/index.html' }],
  ['a frame that is gone', undefined, null],
])('a message of %s is refused and logged', async (_, sender, senderFrame) => {
  const { channel, page, contents, refused } = setUp();
  channel.connect();

  void page(sender ?? contents, senderFrame)
    .app.running()
    .catch(() => {});

  await expect.poll(() => refused).toEqual(['rpc.refused']);
});

test('the address is looked at with each message: a main frame that has left is not listened to', async () => {
  const { channel, page, frame, refused } = setUp();
  channel.connect();
  const api = page();
  expect(await api.app.running()).toEqual(['a shell']);

  frame.url = 'https://evil.example/';
  void api.app.running().catch(() => {});

  await expect.poll(() => refused).toEqual(['rpc.refused']);
});
