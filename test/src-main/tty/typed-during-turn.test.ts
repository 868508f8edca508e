import { expect, test } from 'vitest';
import { FakeConsoleApi } from '../../support/fake-console-api.ts';
import { phiSession } from '../../support/phi-session.ts';

/** A console in chat, whose first message is being answered. */
async function answering() {
  const fake = new FakeConsoleApi();
  const session = phiSession({ api: fake.api });
  await session.shows('work $');
  session.key('Tab');
  session.type('hello\n');
  await expect.poll(() => fake.said('send').length).toBe(1);
  return { fake, session, [Symbol.asyncDispose]: () => session[Symbol.asyncDispose]() };
}

test('several lines that are typed at once while a turn runs all wait in the host, in their order', async () => {
  await using it = await answering();
  it.session.type('and then\nand more\n');
  await expect
    .poll(() => it.fake.said('enqueue'))
    .toMatchObject([
      { session: 's1', text: 'and then' },
      { session: 's1', text: 'and more' },
    ]);
});

test('a key that types nothing does not keep the line after it from waiting in the host', async () => {
  await using it = await answering();
  it.session.key('Up');
  it.session.key('Down');
  it.session.type('and then\n');
  await expect.poll(() => it.fake.said('enqueue')).toMatchObject([{ text: 'and then' }]);
});

test('Ctrl+L clears the screen while a turn runs, and not what comes after it', async () => {
  await using it = await answering();
  await it.session.shows('>>> hello');
  it.session.key('\x0c');
  await expect.poll(() => it.session.screen()).not.toContain('hello');
  it.fake.updates.emit({
    kind: 'item',
    item: { kind: 'assistant', id: 'a1', at: 0, text: 'the answer', model: 'm', state: 'complete', canRetry: false },
  });
  it.fake.turn.set('done');
  await it.session.shows(/the answer[\s\S]*alpha >>> /);
});
