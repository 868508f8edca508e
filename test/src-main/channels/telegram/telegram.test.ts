import { describe, expect, test } from 'vitest';
import { telegramMessenger } from '#channels';
import { channelBox } from '../../../support/channel-box.ts';
import {
  answerWith,
  endedUpdate,
  type FakeSessionOptions,
  fakeSessionSocket,
} from '../../../support/fake-session-socket.ts';
import { fakeTelegram, TELEGRAM_TOKEN } from '../../../support/fake-telegram.ts';

const ANN = 11;
const BOB = 22;
const STRANGER = 99;

interface Opened {
  readonly session?: FakeSessionOptions;
  readonly allowed?: readonly string[];
  readonly approvers?: readonly string[];
  readonly token?: string;
  readonly hasNoSocket?: boolean;
}

async function opened({ session: options = { onTurn: answerWith('Hello back') }, ...more }: Opened = {}) {
  const telegram = await fakeTelegram();
  const session = await fakeSessionSocket(options);
  const messenger = await telegramMessenger({ token: more.token ?? TELEGRAM_TOKEN, apiRoot: telegram.root });
  const { allowed = [String(ANN)], approvers = [] } = more;
  const box = channelBox({ messenger, socket: more.hasNoSocket ? undefined : session.path, allowed, approvers });
  const texts = (chat: number) => telegram.shown(String(chat)).map(({ text }) => text);
  const shows = (chat: number, ...wanted: readonly unknown[]) =>
    expect.poll(() => texts(chat), { timeout: 10_000 }).toEqual(wanted);
  return {
    telegram,
    session,
    box,
    texts,
    shows,
    [Symbol.asyncDispose]: async () => {
      await box[Symbol.asyncDispose]();
      await session[Symbol.asyncDispose]();
      await telegram[Symbol.asyncDispose]();
    },
  };
}

describe('a person on the list', () => {
  test('gets an answer in a conversation of their own', async () => {
    await using it = await opened();
    it.telegram.write(ANN, 'Hello');
    await it.shows(ANN, 'Hello back');
    expect(it.session.turns).toMatchObject([
      {
        content: 'Hello',
        user: '11',
        headers: {
          'sigma-channel': 'telegram',
          'sigma-conversation': 'telegram:11',
          'sigma-person-name': 'Person%2011',
        },
      },
    ]);
    expect(it.box.conditions.at(-1)).toEqual({ state: 'on', account: '@fake_bot' });
  });

  test('is greeted, stops what runs and begins anew', async () => {
    await using it = await opened();
    it.telegram.write(ANN, '/start');
    await it.shows(ANN, expect.stringContaining('/stop ends what runs'));
    it.telegram.write(ANN, '/stop');
    await it.shows(ANN, expect.anything(), 'What ran is being stopped.');
    expect(it.session.others).toMatchObject([{ path: '/v1/stop', headers: { 'sigma-conversation': 'telegram:11' } }]);
    it.telegram.write(ANN, '/new@fake_bot');
    await expect.poll(() => it.texts(ANN)).toHaveLength(3);
    it.telegram.write(ANN, 'again');
    await expect.poll(() => it.session.turns).toHaveLength(1);
    expect(it.session.turns[0]?.headers['sigma-conversation']).toMatch(/^telegram:11:\w+$/);
  });

  test('has messages handed over in their order, at once', async () => {
    await using it = await opened({ session: {} });
    it.telegram.writeAll(['one', 'two', 'three'].map((text) => ({ person: ANN, more: { text } })));
    await expect.poll(() => it.session.turns.length).toBe(1);
    for (const count of [2, 3]) {
      it.session.turns.at(-1)?.say({ kind: 'queued', ahead: 1 });
      await expect.poll(() => it.session.turns.length).toBe(count);
    }
    expect(it.session.turns.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
  });

  test('is told that there is no session, or why it did not take the message', async () => {
    await using it = await opened({ hasNoSocket: true });
    it.telegram.write(ANN, 'Hello');
    await it.shows(ANN, expect.stringContaining('Your message was not taken: The workspace has no session socket now'));
  });

  test('is told what is not understood', async () => {
    await using it = await opened();
    it.telegram.writeAll([{ person: ANN, more: { voice: { file_id: 'v' } } }]);
    await it.shows(ANN, 'A message of the kind voice is not understood here: write text, or send an image.');
    expect(it.session.turns).toEqual([]);
  });

  test('is not answered in a group', async () => {
    await using it = await opened();
    it.telegram.writeAll([{ person: ANN, more: { text: 'all', chat: { id: -5, type: 'group' } } }]);
    it.telegram.write(ANN, 'Hello');
    await it.shows(ANN, 'Hello back');
    expect(it.session.turns).toHaveLength(1);
  });

  test.each([
    [
      endedUpdate('', { outcome: 'failed', error: 'The model is not there' }),
      'The turn failed: The model is not there',
    ],
    [endedUpdate('Half', { outcome: 'cancelled' }), 'Half\n\nIt was stopped.'],
    [endedUpdate(''), 'The model said nothing.'],
    [{ kind: 'withdrawn', reason: 'not needed' } as const, 'Your message was taken back: not needed'],
  ])('learns how it ended: %j', async (end, text) => {
    await using it = await opened({ session: { onTurn: (turn) => turn.say(end) } });
    it.telegram.write(ANN, 'Hello');
    await it.shows(ANN, text);
  });

  test('learns that the session broke off, and where the answer is', async () => {
    await using it = await opened({
      session: {
        onTurn: (turn) => {
          turn.say({ kind: 'started', turn: 't' }, { kind: 'text', text: 'Half' });
          setTimeout(() => turn.drop(), 50);
        },
      },
    });
    it.telegram.write(ANN, 'Hello');
    await it.shows(ANN, expect.stringMatching(/^Half\n\nThe answer did not arrive whole: .*goes on in Sigma Shell/));
  });
});

describe('a stranger', () => {
  test('gets no answer, and the log says so', async () => {
    await using it = await opened();
    it.telegram.write(STRANGER, 'Let me in');
    it.telegram.write(ANN, 'Hello');
    await it.shows(ANN, 'Hello back');
    expect(it.texts(STRANGER)).toEqual([]);
    expect(it.session.turns).toHaveLength(1);
    expect(it.box.log.filter(({ event }) => event === 'channel.stranger-refused')).toMatchObject([
      { fields: { channel: 'telegram', person: '99', messages: 1 } },
    ]);
  });

  test('cannot fill the log with a flood', async () => {
    await using it = await opened();
    for (let round = 0; round < 10; round++) {
      it.telegram.writeAll(Array.from({ length: 100 }, () => ({ person: STRANGER, more: { text: 'again' } })));
    }
    await expect.poll(() => it.box.strangers.refused).toBe(1000);
    const lines = it.box.log.filter(({ event }) => event === 'channel.stranger-refused');
    expect(lines.map(({ fields }) => fields?.messages)).toEqual([1, 10, 100, 1000]);
  });

  test('nobody is on an empty list', async () => {
    await using it = await opened({ allowed: [] });
    it.telegram.write(ANN, 'Hello');
    await expect.poll(() => it.box.strangers.list).toMatchObject([{ person: '11', messages: 1 }]);
    expect(it.session.turns).toEqual([]);
  });
});

describe('an answer', () => {
  test('grows by edits, no oftener than the interval', async () => {
    await using it = await opened({ session: {} });
    it.telegram.write(ANN, 'Hello');
    await expect.poll(() => it.session.turns.length).toBe(1);
    const [turn] = it.session.turns;
    turn?.say({ kind: 'started', turn: 't' }, { kind: 'text', text: 'One' });
    await it.shows(ANN, 'One');
    turn?.say({ kind: 'text', text: ' two' });
    await it.shows(ANN, 'One two');
    expect(it.box.waits).toContain(1000);
    turn?.say(endedUpdate('One two three'));
    await it.shows(ANN, 'One two three');
    expect(it.telegram.calls.some(({ method }) => method === 'sendChatAction')).toBe(true);
  });

  test('over 4096 characters comes in several messages', async () => {
    const line = `${'word '.repeat(20).trim()}\n`;
    const long = line.repeat(120).trim();
    await using it = await opened({ session: { onTurn: answerWith(long) } });
    it.telegram.write(ANN, 'Long');
    await expect.poll(() => it.texts(ANN).join('\n'), { timeout: 10_000 }).toBe(long);
    expect(it.texts(ANN).length).toBeGreaterThan(2);
  });

  test('waits as long as Telegram says, and then arrives', async () => {
    await using it = await opened();
    it.telegram.fail({ method: 'sendMessage', code: 429, description: 'Too Many Requests', retryAfter: 17 });
    it.telegram.write(ANN, 'Hello');
    await it.shows(ANN, 'Hello back');
    expect(it.box.waits).toContain(17_000);
  });

  test('whose edit is refused is said anew', async () => {
    await using it = await opened({ session: {} });
    it.telegram.write(ANN, 'Hello');
    await expect.poll(() => it.session.turns.length).toBe(1);
    it.session.turns[0]?.say({ kind: 'text', text: 'One' });
    await it.shows(ANN, 'One');
    it.telegram.fail({ method: 'editMessageText', code: 400, description: "Bad Request: message can't be edited" });
    it.session.turns[0]?.say(endedUpdate('One two'));
    await it.shows(ANN, 'One', 'One two');
  });

  test('survives an edit that changes nothing', async () => {
    await using it = await opened({ session: {} });
    it.telegram.write(ANN, 'Hello');
    await expect.poll(() => it.session.turns.length).toBe(1);
    it.session.turns[0]?.say({ kind: 'text', text: 'One' });
    await it.shows(ANN, 'One');
    it.telegram.fail({ method: 'editMessageText', code: 400, description: 'Bad Request: message is not modified' });
    it.session.turns[0]?.say(endedUpdate('One '));
    await it.box.log;
    it.telegram.write(ANN, 'next');
    await expect.poll(() => it.session.turns.length).toBe(2);
    expect(it.texts(ANN)).toEqual(['One']);
  });

  test('arrives once the network is back', async () => {
    await using it = await opened();
    it.telegram.fail(
      ...Array.from({ length: 4 }, () => ({ method: 'sendMessage', code: 0, description: '', isDropped: true })),
    );
    it.telegram.write(ANN, 'Hello');
    await it.shows(ANN, 'Hello back');
  });

  test('begins anew after a call, and is the last words in the end', async () => {
    await using it = await opened({
      session: {
        onTurn: (turn) =>
          turn.say(
            { kind: 'text', text: 'Let me look. '.repeat(500) },
            { kind: 'called', callId: 'c', tool: 'read_file', sent: '{}' },
            { kind: 'returned', callId: 'c', tool: 'read_file', outcome: 'done', content: 'x' },
            { kind: 'text', text: 'It is fine.' },
            endedUpdate('It is fine.'),
          ),
      },
    });
    it.telegram.write(ANN, 'Hello');
    await it.shows(ANN, 'It is fine.');
  });
});

describe('images', () => {
  const PNG = Buffer.from('89504e470d0a1a0a00000000', 'hex');

  test('come in as parts, an album as one message', async () => {
    await using it = await opened();
    it.telegram.files.set('big', PNG);
    const photo = [
      { file_id: 'small', width: 10, height: 10 },
      { file_id: 'big', width: 90, height: 90 },
    ];
    it.telegram.writeAll([
      { person: ANN, more: { photo, caption: 'Look', media_group_id: 'g' } },
      { person: ANN, more: { photo, media_group_id: 'g' } },
    ]);
    await it.shows(ANN, 'Hello back');
    const url = `data:image/png;base64,${PNG.toString('base64')}`;
    const image = { type: 'image_url', image_url: { url } };
    expect(it.session.turns.map(({ content }) => content)).toEqual([[{ type: 'text', text: 'Look' }, image, image]]);
  });

  test('that are none are told, and nothing is sent', async () => {
    await using it = await opened();
    it.telegram.files.set('big', Buffer.from('no image at all'));
    it.telegram.writeAll([{ person: ANN, more: { photo: [{ file_id: 'big', width: 1, height: 1 }] } }]);
    await it.shows(ANN, 'The image photo could not be read: it is no PNG, JPEG, GIF or WebP. Nothing was sent.');
    expect(it.session.turns).toEqual([]);
  });

  test('of an answer are sent beside its text', async () => {
    const text = `Here: ![a dot](data:image/png;base64,${PNG.toString('base64')})`;
    await using it = await opened({ session: { onTurn: answerWith(text) } });
    it.telegram.write(ANN, 'Draw');
    await it.shows(ANN, 'Here: [a dot]');
    await expect.poll(() => it.telegram.calls.some(({ method }) => method === 'sendPhoto')).toBe(true);
  });
});

describe('a question', () => {
  const asked = {
    kind: 'asked',
    question: 'q1',
    callId: 'c',
    tool: 'execute_command',
    title: 'rm -r build',
    why: 'It deletes',
  } as const;

  async function waiting(approvers: readonly number[]) {
    const ids = approvers.map(String);
    const it = await opened({
      session: { approvers: ids.map((id) => `telegram:${id}`) },
      allowed: [String(ANN), String(BOB)],
      approvers: ids,
    });
    it.telegram.write(ANN, 'Clean up');
    await expect.poll(() => it.session.turns.length).toBe(1);
    it.session.turns[0]?.say({ kind: 'started', turn: 't' }, asked);
    return it;
  }

  test('goes to those who were named, with buttons; the answer counts', async () => {
    await using it = await waiting([ANN, BOB]);
    await expect
      .poll(() => it.texts(BOB))
      .toEqual([expect.stringMatching(/rm -r build\nIt deletes\nIn the conversation of Person 11 \(11\)/)]);
    await expect.poll(() => it.telegram.shown(String(ANN))).toHaveLength(1);
    expect(it.telegram.shown(String(ANN))[0]?.buttons.map(({ text }) => text)).toEqual(['Allow once', 'Refuse']);
    it.telegram.press(BOB, 'allow:q1');
    await expect
      .poll(() => it.session.others)
      .toMatchObject([{ path: '/v1/questions/q1', body: { verdict: 'allow', user: '22' } }]);
    it.session.turns[0]?.say({ kind: 'answered', question: 'q1', verdict: 'allow' });
    await expect.poll(() => it.texts(BOB)[0]).toMatch(/Allowed once\.$/);
    expect(it.telegram.shown(String(ANN))[0]?.buttons).toEqual([]);
  });

  test('has no buttons for who was not named, and their press is refused', async () => {
    await using it = await waiting([]);
    await it.shows(ANN, expect.stringContaining('This waits for an answer by somebody else.'));
    it.telegram.press(ANN, 'allow:q1');
    await expect
      .poll(() => it.telegram.calls.find(({ method }) => method === 'answerCallbackQuery')?.body.text)
      .toBe('You may not answer this.');
    expect(it.session.others).toEqual([]);
    expect(it.box.log.map(({ event }) => event)).toContain('channel.answer-refused');
  });

  test('that was answered meanwhile says so', async () => {
    await using it = await waiting([ANN]);
    it.telegram.press(ANN, 'allow:gone');
    await expect
      .poll(() => it.telegram.calls.find(({ method }) => method === 'answerCallbackQuery')?.body.text)
      .toBe('This question was answered already');
  });
});

describe('the connection', () => {
  test('with a token that is refused ends, and says so without the token', async () => {
    await using it = await opened({ token: '1:wrong-token-of-this-test' });
    await it.box.ended;
    expect(it.box.conditions.at(-1)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('refuses the bot token'),
    });
    expect(JSON.stringify([it.box.conditions, it.box.log])).not.toContain('wrong-token');
  });

  test('that is lost is made again, later and later, and says so', async () => {
    await using it = await opened();
    await expect.poll(() => it.box.conditions.at(-1)?.state).toBe('on');
    it.telegram.fail(...Array.from({ length: 3 }, () => ({ method: 'getMe', code: 502, description: 'Bad Gateway' })));
    it.telegram.fail({ method: 'getUpdates', code: 500, description: 'Internal Server Error' });
    // The poll that waits is answered, the next one fails.
    it.telegram.write(ANN, 'one');
    await it.shows(ANN, 'Hello back');
    await expect
      .poll(() => it.box.conditions.map(({ state }) => state))
      .toEqual(['starting', 'on', 'retrying', 'retrying', 'retrying', 'retrying', 'on']);
    expect(it.box.waits.filter((wait) => [1000, 2000, 4000, 8000].includes(wait)).slice(-3)).toEqual([
      2000, 4000, 8000,
    ]);
    it.telegram.write(ANN, 'two');
    await it.shows(ANN, 'Hello back', 'Hello back');
  });

  test('never names the token when nothing is there', async () => {
    const messenger = await telegramMessenger({ token: TELEGRAM_TOKEN, apiRoot: 'http://127.0.0.1:1' });
    await using box = channelBox({ messenger, socket: undefined });
    await expect
      .poll(() => box.conditions.at(-1))
      .toMatchObject({ state: 'retrying', problem: expect.stringContaining('ECONNREFUSED') });
    expect(JSON.stringify([box.conditions, box.log])).not.toContain(TELEGRAM_TOKEN);
  });
});
