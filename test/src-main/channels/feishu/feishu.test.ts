import { beforeAll, describe, expect, test } from 'vitest';
import { feishuMessenger } from '#channels';
import { Deferred } from '#core/async/deferred';
import { channelBox } from '../../../support/channel-box.ts';
import { FEISHU_APP, fakeFeishu } from '../../../support/fake-feishu.ts';
import {
  answerWith,
  endedUpdate,
  type FakeSessionOptions,
  fakeSessionSocket,
} from '../../../support/fake-session-socket.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const ANN = 'ou_ann';
const STRANGER = 'ou_stranger';
const LOST = { path: '/messages?', status: 502, code: 1, message: 'gone', isDone: true };

interface Opened {
  readonly session?: FakeSessionOptions;
  readonly approvers?: readonly string[];
  readonly appSecret?: string;
}

async function opened({
  session: options = { onTurn: answerWith('Hello back') },
  approvers = [],
  appSecret = FEISHU_APP.appSecret,
}: Opened = {}) {
  const feishu = await fakeFeishu();
  const session = await fakeSessionSocket(options);
  const quickly = (_: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => setTimeout(resolve, 10)).then(() => signal.throwIfAborted());
  const messenger = await feishuMessenger({
    appId: FEISHU_APP.appId,
    appSecret,
    apiRoot: feishu.root,
    log: silentLogger,
    wait: quickly,
  });
  const box = channelBox({ messenger, socket: session.path, allowed: [ANN], approvers });
  const texts = () => feishu.cards.map(({ text }) => text);
  const isOn = () => expect.poll(() => box.conditions.at(-1)?.state, { timeout: 10_000 }).toBe('on');
  return {
    feishu,
    session,
    box,
    texts,
    isOn,
    shows: (...wanted: readonly unknown[]) => expect.poll(texts, { timeout: 10_000 }).toEqual(wanted),
    [Symbol.asyncDispose]: async () => {
      await box[Symbol.asyncDispose]();
      await session[Symbol.asyncDispose]();
      await feishu[Symbol.asyncDispose]();
    },
  };
}

// Its many megabytes take a while to load at first use.
beforeAll(async () => {
  await import('@larksuiteoapi/node-sdk');
}, 60_000);

describe('Feishu', () => {
  test('brings a message to its own conversation, and the answer back as a card that grows', async () => {
    await using it = await opened({ session: {} });
    await it.isOn();
    it.feishu.write(ANN, 'Hello');
    await expect.poll(() => it.session.turns).toHaveLength(1);
    const [turn] = it.session.turns;
    expect(turn).toMatchObject({
      content: 'Hello',
      user: ANN,
      headers: { 'sigma-channel': 'feishu', 'sigma-conversation': `feishu:${ANN}` },
    });
    turn?.say({ kind: 'text', text: 'One' });
    await it.shows('One');
    turn?.say({ kind: 'text', text: ' two' });
    await it.shows('One two');
    turn?.say(endedUpdate('One two three'));
    await it.shows('One two three');
    expect(it.feishu.cards.map(({ chat }) => chat)).toEqual([`oc_${ANN}`]);
  });

  test('does not answer strangers, nor in groups', async () => {
    await using it = await opened();
    await it.isOn();
    it.feishu.write(STRANGER, 'Let me in');
    it.feishu.send(ANN, { type: 'text', content: { text: 'all' }, chatType: 'group' });
    it.feishu.write(ANN, 'Hello');
    await it.shows('Hello back');
    expect(it.session.turns).toHaveLength(1);
    expect(it.box.strangers.list).toMatchObject([{ person: STRANGER, messages: 1 }]);
  });

  test('takes an event that comes twice once', async () => {
    await using it = await opened();
    await it.isOn();
    for (let time = 0; time < 3; time++)
      it.feishu.send(ANN, { type: 'text', content: { text: 'Hello' }, id: 'om_same' });
    it.feishu.write(ANN, 'next');
    await it.shows('Hello back', 'Hello back');
    expect(it.session.turns.map(({ content }) => content)).toEqual(['Hello', 'next']);
  });

  test('brings images in, of a message and of a post', async () => {
    await using it = await opened();
    await it.isOn();
    const png = Buffer.from('89504e470d0a1a0a00000000', 'hex');
    it.feishu.files.set('img_1', png);
    const line = [
      { tag: 'text', text: 'Look' },
      { tag: 'img', image_key: 'img_1' },
    ];
    it.feishu.send(ANN, { type: 'post', content: { title: 'A title', content: [line] } });
    await it.shows('Hello back');
    const url = `data:image/png;base64,${png.toString('base64')}`;
    expect(it.session.turns[0]?.content).toEqual([
      { type: 'text', text: 'A title\nLook' },
      { type: 'image_url', image_url: { url } },
    ]);
  });

  test.each([
    ['', []],
    [', once where the service does not say so', [LOST, LOST]],
  ])('sends an answer and its images%s', async (_, failures) => {
    const image = `![dot](data:image/png;base64,${Buffer.from('png').toString('base64')})`;
    await using it = await opened({ session: { onTurn: answerWith(`See ${image}`) } });
    await it.isOn();
    it.feishu.fail(...failures);
    it.feishu.write(ANN, 'Draw');
    const sent = () => it.feishu.calls.filter(({ path }) => path.includes('/messages?'));
    await expect.poll(sent, { timeout: 10_000 }).toHaveLength(2 + failures.length);
    expect([it.texts(), it.feishu.images]).toEqual([['See [dot]'], [`oc_${ANN}`]]);
  });

  test('splits what is longer than a card', async () => {
    const long = '字'.repeat(20_000);
    await using it = await opened({ session: { onTurn: answerWith(long) } });
    await it.isOn();
    it.feishu.write(ANN, 'Long');
    await expect.poll(() => it.texts().join(''), { timeout: 10_000 }).toBe(long);
    expect(it.texts()).toHaveLength(3);
  });

  test('waits where the service says it was too often', async () => {
    await using it = await opened();
    await it.isOn();
    it.feishu.fail({
      path: '/im/v1/messages',
      status: 429,
      code: 99991400,
      message: 'request trigger frequency limit',
    });
    it.feishu.fail({ path: '/im/v1/messages', code: 230020, message: 'This operation triggers the frequency limit' });
    it.feishu.write(ANN, 'Hello');
    await it.shows('Hello back');
  });

  test('asks approvers by buttons; others are refused', async () => {
    await using it = await opened({ session: { approvers: [`feishu:${ANN}`] }, approvers: [ANN] });
    await it.isOn();
    it.feishu.write(ANN, 'Clean up');
    await expect.poll(() => it.session.turns.length).toBe(1);
    it.session.turns[0]?.say({
      kind: 'asked',
      question: 'q1',
      callId: 'c',
      tool: 'execute_command',
      title: 'rm -r build',
      why: 'It deletes',
    });
    await it.shows('May this be done?\nexecute_command: rm -r build\nIt deletes');
    const [allow] = it.feishu.cards[0]?.buttons ?? [];
    expect(allow?.text).toBe('Allow once');
    expect(await it.feishu.press(STRANGER, allow?.value ?? {})).toMatchObject({
      toast: { content: 'You may not answer this.' },
    });
    expect(await it.feishu.press(ANN, allow?.value ?? {})).toMatchObject({ toast: { content: 'Allowed once.' } });
    expect(it.session.others).toMatchObject([{ path: '/v1/questions/q1', body: { verdict: 'allow', user: ANN } }]);
    it.session.turns[0]?.say({ kind: 'answered', question: 'q1', verdict: 'allow' });
    await expect.poll(() => it.feishu.cards[0]?.buttons).toEqual([]);
  });

  test('connects again when the long connection is lost', async () => {
    await using it = await opened();
    await it.isOn();
    it.feishu.drop();
    await expect
      .poll(() => it.box.conditions.map(({ state }) => state), { timeout: 10_000 })
      .toEqual(['starting', 'on', 'retrying', 'on']);
    it.feishu.write(ANN, 'Hello');
    await it.shows('Hello back');
  });

  test('notices a long connection that was lost before it was looked at again', async () => {
    await using feishu = await fakeFeishu();
    const dropped = new Deferred<void>();
    const messenger = await feishuMessenger({
      ...FEISHU_APP,
      apiRoot: feishu.root,
      log: silentLogger,
      wait: async (_, signal) => {
        await dropped.promise;
        await new Promise((resolve) => setTimeout(resolve, 10));
        signal.throwIfAborted();
      },
    });
    const stop = new AbortController();
    const onReady = () => {
      feishu.drop();
      setTimeout(() => dropped.resolve(), 300);
    };
    const listening = messenger.listen({ onIncoming: async () => true, onReady }, stop.signal);
    const late = setTimeout(() => stop.abort(), 3000);
    await expect(listening).rejects.toMatchObject({ kind: 'network', message: 'Feishu closed the long connection' });
    clearTimeout(late);
  });

  test('does not go on to watch a long connection that was not made', async () => {
    await using feishu = await fakeFeishu();
    feishu.fail({ path: '/callback/ws/endpoint', code: 514, message: 'no' });
    let looks = 0;
    const messenger = await feishuMessenger({
      ...FEISHU_APP,
      apiRoot: feishu.root,
      log: silentLogger,
      wait: async () => {
        looks += 1;
        await new Promise((resolve) => setTimeout(resolve, 10));
      },
    });
    const stop = new AbortController();
    const listening = messenger.listen({ onIncoming: async () => true, onReady: () => {} }, stop.signal);
    await expect(listening).rejects.toMatchObject({ kind: 'network' });
    const before = looks;
    await new Promise((resolve) => setTimeout(resolve, 200));
    stop.abort();
    expect(looks - before).toBeLessThan(3);
  });

  test('says that the secret is refused, and not what it was', async () => {
    await using it = await opened({ appSecret: 'a-wrong-secret-of-this-test' });
    await it.box.ended;
    expect(it.box.conditions.at(-1)).toMatchObject({
      state: 'failed',
      problem: 'Feishu refuses the app id or its secret (app secret invalid)',
    });
    expect(JSON.stringify([it.box.conditions, it.box.log])).not.toContain('a-wrong-secret');
  });

  test('refuses an app id that is none', async () => {
    await expect(feishuMessenger({ appId: 'mine', appSecret: 'x', log: silentLogger })).rejects.toThrow(
      'cli_ and 16 hexadecimal digits',
    );
  });
});
