import { expect, test } from 'vitest';
import { says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench } from '../chat-workbench.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1').toString('base64');
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

test('an image goes with its message, and with every later turn, before a restart and after', async () => {
  const client = scriptedClient([says('a cat'), says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client }] });
  const session = await bench.session();
  const image = await bench.app.api.keepImage({ data: PNG, name: 'cat.txt' });
  expect(image).toEqual({ hash: expect.any(String), type: 'image/png', bytes: 12, name: 'cat.txt' });
  await bench.app.api.send({ session, text: 'what is it?', images: [image] });
  await bench.idle();

  const sent = { role: 'user', text: 'what is it?', images: [{ ...image, data: PNG }] };
  expect(client.requests[0]?.messages[1]).toEqual(sent);
  expect((await bench.items(session))[0]).toMatchObject({ kind: 'user', images: [image] });
  expect(await bench.app.api.image({ hash: image.hash })).toEqual({ url: `data:image/png;base64,${PNG}` });
  expect(JSON.stringify(await bench.events(session))).not.toContain(PNG);
  await bench.restart();
  await bench.turn(session, 'sure?');
  expect(client.requests[1]?.messages[1]).toEqual(sent);
});

test.each([
  ['image/jpeg', '\xff\xd8\xff\xe0....'],
  ['image/gif', 'GIF89a......'],
  ['image/webp', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
])('%s is known by its first bytes', async (type, text) => {
  await using bench = await chatWorkbench();
  expect(await bench.app.api.keepImage({ data: base64(text) })).toMatchObject({ type });
});

test('what is no image is refused whatever its name, and its bytes are not kept', async () => {
  await using bench = await chatWorkbench();
  const keeping = bench.app.api.keepImage({ data: base64('<svg onload="x"/>'), name: 'cat.png' });
  await expect(keeping).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('do not accept this file'),
  });
});

test('a model that takes no images is named, and nothing is sent or recorded', async () => {
  const client = scriptedClient([]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'blind', client, images: false }] });
  const session = await bench.session();
  const image = await bench.app.api.keepImage({ data: PNG });
  await expect(bench.app.api.send({ session, text: 'see', images: [image] })).rejects.toThrow(
    "blind's model does not take images",
  );
  expect(client.requests).toEqual([]);
  expect((await bench.events(session)).map(({ type }) => type)).toEqual(['session.created']);
});

test('a model that takes none is told of the images of earlier messages in words', async () => {
  const client = scriptedClient([says('a cat'), says('no idea')]);
  const profiles = [
    { name: 'sees', client },
    { name: 'blind', client, images: false },
  ];
  await using bench = await chatWorkbench({ profiles });
  const session = await bench.session();
  const image = await bench.app.api.keepImage({ data: PNG, name: 'cat.png' });
  await bench.app.api.send({ session, text: 'what?', images: [image], profile: 'sees' });
  await bench.idle();
  await bench.app.api.send({ session, text: 'sure?', profile: 'blind' });
  await bench.idle();
  expect(client.requests[1]?.messages[1]).toEqual({ role: 'user', text: 'what?', images: [image] });
});

test('an image that is not kept, and what is kept but is no image, cannot be sent or read', async () => {
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client: scriptedClient([]) }] });
  const session = await bench.session();
  const text = await bench.ledger.content.keep(Buffer.from('a secret text'));
  for (const hash of [text, 'a'.repeat(64)]) {
    const image = { hash, type: 'image/png', bytes: 3 } as const;
    await expect(bench.app.api.send({ session, text: 'see', images: [image] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(bench.app.api.image({ hash })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('an image counts as 1,200 tokens where the server tells no usage', async () => {
  const client = scriptedClient([says('one', { usage: undefined }), says('Summary.'), says('two')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client, context: 1200 }] });
  const session = await bench.session();
  const image = await bench.app.api.keepImage({ data: PNG });
  await bench.app.api.send({ session, text: 'a', images: [image] });
  await bench.idle();
  await bench.turn(session, 'b');
  expect((await bench.events(session)).map(({ type }) => type)).toContain('history.compacted');
});

test('a message may be images alone; the session is called by the first of them', async () => {
  const client = scriptedClient([says('a cat')]);
  await using bench = await chatWorkbench({ profiles: [{ name: 'p', client }] });
  const session = await bench.session();
  await expect(bench.app.api.send({ session, text: ' ' })).rejects.toThrow('The message is empty');
  const image = await bench.app.api.keepImage({ data: PNG, name: 'cat.png' });
  await bench.app.api.send({ session, text: '', images: [image] });
  await bench.idle();
  expect(client.requests[0]?.messages.at(-1)).toMatchObject({ text: '', images: [image] });
  expect((await bench.events(session)).find(({ type }) => type === 'session.renamed')?.data).toEqual({
    title: 'cat.png',
  });
});
