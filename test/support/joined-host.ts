import { RPCLink } from '@orpc/client/message-port';
import { becomeHostOrJoin } from '#app/start/host-lock';
import type { Api } from '#contract';
import { apiClient } from '#contract/api-client';
import { linePort } from '#core/servers/line-port';

/** The wire of the host that runs on this data folder, as a second process has it. @throws where none runs */
export async function joinHost(dataFolder: string): Promise<{ readonly api: Api } & Disposable> {
  const lock = await becomeHostOrJoin(dataFolder);
  if (lock.kind !== 'joined') {
    await lock[Symbol.asyncDispose]();
    throw new Error(`No host runs on ${dataFolder}`);
  }
  const { socket } = lock;
  return {
    api: apiClient(new RPCLink({ port: linePort(socket) })),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** The first value of a stream that fits. */
export async function firstOf<T>(stream: Promise<AsyncIterable<T>>, fits: (value: T) => boolean): Promise<T> {
  for await (const value of await stream) if (fits(value)) return value;
  throw new Error('The stream ended before');
}
