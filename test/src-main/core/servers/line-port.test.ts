import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linePort } from '#core/servers/line-port';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Two ends of one connection. */
async function pair(folder: string): Promise<[Socket, Socket, () => void]> {
  const path = join(folder, 's');
  const server = createServer();
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const one = connect(path);
  return [one, await accepted, () => server.close()];
}

const heardBy = (port: ReturnType<typeof linePort>) => {
  const heard: string[] = [];
  port.onMessage.addListener((text) => heard.push(text));
  return heard;
};

test('messages arrive whole and in order, whatever the pieces they come in', async () => {
  await using folder = await temporaryFolder();
  const [one, two, end] = await pair(folder.path);
  const heard = heardBy(linePort(two));
  const sender = linePort(one);
  const texts = ['{"a":1}', `"${'ü'.repeat(200_000)}"`, '[]'];
  for (const text of texts) sender.postMessage(text);
  await expect.poll(() => heard.length).toBe(3);
  expect(heard).toEqual(texts);
  one.destroy();
  end();
});

test('what is no text ends the connection, and both sides hear of it', async () => {
  await using folder = await temporaryFolder();
  const [one, two, end] = await pair(folder.path);
  const ended: string[] = [];
  const [sender, receiver] = [linePort(one), linePort(two)];
  sender.onDisconnect.addListener(() => ended.push('sender'));
  receiver.onDisconnect.addListener(() => ended.push('receiver'));
  sender.postMessage(new Uint8Array([1, 2, 3]));
  await expect.poll(() => ended.toSorted()).toEqual(['receiver', 'sender']);
  end();
});

test('a line longer than any message ends the connection and none of it is heard', async () => {
  await using folder = await temporaryFolder();
  const [one, two, end] = await pair(folder.path);
  const heard = heardBy(linePort(two));
  const closed = new Promise((resolve) => two.once('close', resolve));
  one.on('error', () => {});
  one.write(Buffer.alloc(33_000_000, 'x'));
  await closed;
  expect(heard).toEqual([]);
  one.destroy();
  end();
});
