import type { Update } from 'grammy/types';
import { expect, test } from 'vitest';
import { incomingOf } from '../../../../src-main/channels/telegram/incoming.ts';

const ports = { fileOf: async () => ({ type: 'image/png', data: new Uint8Array() }) as const, reply: async () => {} };

/** Events of messages of one person, each with these parts. */
function taken(...messages: readonly object[]) {
  const from = { id: 11, is_bot: false, first_name: 'Ann' };
  const chat = { id: 11, type: 'private', first_name: 'Ann' };
  const updates = messages.map((parts, at) => ({
    update_id: at,
    message: { message_id: at, date: 0, from, chat, ...parts },
  }));
  return incomingOf(updates as Update[], ports).map(({ event }) => event);
}

const photo = [{ file_id: 'p', file_unique_id: 'p', width: 1, height: 1 }];
const document = { file_id: 'd', file_unique_id: 'd', mime_type: 'application/pdf' };

test.each([
  [
    'a file with words',
    { document, caption: 'Sum it up' },
    { text: 'Sum it up', leftOut: 'a message of the kind document' },
  ],
  ['a video with words', { video: {}, caption: 'Look' }, { text: 'Look', leftOut: 'a message of the kind video' }],
  ['a voice message', { voice: {} }, { text: '', leftOut: 'a message of the kind voice' }],
  ['something new', { gift: {} }, { text: '', leftOut: 'a message of this kind' }],
])('%s says what is left out of it', (_, parts, expected) => {
  expect(taken(parts)).toMatchObject([expected]);
});

test.each([
  ['words', { text: 'Hello' }],
  ['a picture', { photo }],
  ['a picture as a file', { document: { ...document, mime_type: 'image/png' }, caption: 'Look' }],
])('nothing is left out of %s', (_, parts) => {
  expect(taken(parts)[0]).not.toHaveProperty('leftOut');
});

test('an album with a video has its pictures and says what is left out', () => {
  const album = { media_group_id: 'g' };
  const [one, ...more] = taken({ ...album, photo, caption: 'Trip' }, { ...album, video: {} }, { ...album, photo });
  expect(one).toMatchObject({ text: 'Trip', images: [{}, {}], leftOut: 'a message of the kind video' });
  expect(more).toEqual([]);
});
