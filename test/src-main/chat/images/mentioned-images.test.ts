import { execFileSync } from 'node:child_process';
import { stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { says, scriptedClient } from '../../../support/scripted-client.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { chatWorkbench } from '../chat-workbench.ts';

const PNG = '\x89PNG\r\n\x1a\nrest';

async function fixture(images?: boolean) {
  const folder = await temporaryFolder();
  const file = async (name: string, text: string) => {
    const path = join(folder.path, name);
    await writeFile(path, text, 'latin1');
    return path;
  };
  const paths = new Map([
    ['@cat', await file('cat.png', PNG)],
    ['@copy', await file('copy.png', PNG)],
    ['@text', await file('text.png', 'words')],
    ['@empty', await file('empty.png', '')],
    ['@large', await file('large.png', PNG)],
    ['@pipe', join(folder.path, 'pipe.png')],
  ]);
  await truncate(paths.get('@large') ?? '', 21 * 1024 * 1024);
  execFileSync('mkfifo', [paths.get('@pipe') ?? '']);
  const client = scriptedClient([says('ok'), says('ok')]);
  const mentions = async (_: string, text: string) => {
    const named = [...paths].filter(([written]) => text.includes(written));
    return await Promise.all(
      named.map(async ([written, path]) => ({ written, path, kind: 'file' as const, size: (await stat(path)).size })),
    );
  };
  const bench = await chatWorkbench({
    profiles: [{ name: 'p', client, ...(images !== undefined && { images }) }],
    mentions,
  });
  const session = await bench.session();
  const end = async () => {
    await bench[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { bench, session, client, [Symbol.asyncDispose]: end };
}

test('a mentioned image goes along once, whatever its names; what is none, too large or a pipe stays a mention', async () => {
  await using it = await fixture();
  await it.bench.turn(it.session, 'see @cat @copy @text @empty @large @pipe');
  const sent = it.client.requests[0]?.messages.at(-1);
  expect(sent).toMatchObject({
    images: [{ type: 'image/png', bytes: 12, data: Buffer.from(PNG, 'latin1').toString('base64') }],
  });
  const told = (sent?.role === 'user' ? sent.text : '').split('\n').filter((line) => line.startsWith('- '));
  expect(told.map((line) => [line.slice(2, line.indexOf(':')), line.includes('attached as an image')])).toEqual([
    ['@cat', true],
    ['@copy', true],
    ['@text', false],
    ['@empty', false],
    ['@large', false],
    ['@pipe', false],
  ]);
});

test('where the model takes none the message is refused, and says how to name the file alone', async () => {
  await using it = await fixture(false);
  const sending = it.bench.app.api.send({ session: it.session, text: 'move @cat' });
  await expect(sending).rejects.toMatchObject({
    message: "p's model does not take images",
    data: { advice: expect.stringContaining('write cat.png without @') },
  });
  expect((await it.bench.events(it.session)).map(({ type }) => type)).toEqual(['session.created']);
});

test('mentions fill up what the attached images leave', async () => {
  await using it = await fixture();
  const images = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      it.bench.app.api.keepImage({ data: Buffer.from(`GIF89a${at}`).toString('base64') }),
    ),
  );
  await it.bench.app.api.send({ session: it.session, text: 'see @cat', images });
  await it.bench.idle();
  expect(it.client.requests[0]?.messages.at(-1)).toMatchObject({ images: images.map(({ hash }) => ({ hash })) });
});
