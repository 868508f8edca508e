import { expect, test } from 'vitest';
import type { Decision, Question } from '#contract';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench } from '../chat-workbench.ts';

/** A reply of 10 and 5 tokens costs two cents. */
const PRICES = [{ model: 'script-*', input: 1000, output: 2000 }];
const ALLOW: Decision = { verdict: 'allow' };

/** Allows everything but what the cap asks: that is answered in order. */
function answering(...decisions: Decision[]) {
  const asked: Question[] = [];
  const answer = (question: Question): Decision => {
    if (question.subject.kind !== 'spending') return ALLOW;
    asked.push(question);
    return decisions[asked.length - 1] ?? { verdict: 'refuse', reason: 'enough' };
  };
  return { asked, answer };
}

test('a request that would start above the cap asks; one that starts below it does not', async () => {
  const client = scriptedClient([says('a'), says('b'), says('c'), says('d')]);
  const { asked, answer } = answering(ALLOW);
  const profiles = [{ name: 'p', client }];
  await using bench = await chatWorkbench({ profiles, prices: PRICES, spendingCap: 0.03, answer });
  const session = await bench.session();
  await bench.turn(session, 'one');
  await bench.turn(session, 'two');
  expect(asked).toEqual([]);

  await bench.turn(session, 'three');
  expect(asked[0]).toMatchObject({
    tool: 'spending',
    subject: { kind: 'spending', spent: 0.04, cap: 0.03, isComplete: true },
    why: 'This session has cost $0.04; its spending cap is $0.03',
  });
  expect(client.requests).toHaveLength(3);

  // Allowed for as much again, which a restart does not forget.
  await bench.restart();
  await bench.turn(session, 'four');
  expect(asked).toHaveLength(1);
  expect(client.requests).toHaveLength(4);
});

test('refused, nothing is asked of the model, and the message is not part of the conversation', async () => {
  const client = scriptedClient([says('a'), says('b')]);
  const { asked, answer } = answering({ verdict: 'refuse', reason: 'too dear' }, ALLOW);
  await using bench = await chatWorkbench({
    profiles: [{ name: 'p', client }],
    prices: PRICES,
    spendingCap: 0.01,
    answer,
  });
  const session = await bench.session();
  await bench.turn(session, 'one');
  await bench.turn(session, 'two');
  expect(client.requests).toHaveLength(1);
  const notice = (await bench.items(session)).find(({ kind }) => kind === 'notice');
  expect(notice).toMatchObject({ text: expect.stringMatching(/cap is \$0\.01\. It was ended here: too dear$/) });

  await bench.turn(session, 'three');
  expect(asked).toHaveLength(2);
  expect(client.requests[1]?.messages.slice(1)).toMatchObject([{ text: 'one' }, { text: 'a' }, { text: 'three' }]);
});

test('between the rounds of a turn it asks as well, and what was done stays', async () => {
  const client = scriptedClient([calls(call('look')), says('never')]);
  const { asked, answer } = answering();
  await using bench = await chatWorkbench({
    profiles: [{ name: 'p', client }],
    tools: [plainTool('look')],
    prices: PRICES,
    spendingCap: 0.02,
    answer,
  });
  const session = await bench.session();
  await bench.turn(session, 'go');
  expect(asked).toHaveLength(1);
  expect(client.requests).toHaveLength(1);
  expect((await bench.events(session)).at(-1)).toMatchObject({ type: 'turn.ended', data: { outcome: 'done' } });
});

test('a profile without a price is asked about once, because the cap cannot be checked', async () => {
  const client = { ...scriptedClient([says('a'), says('b')]), model: 'local' };
  const { asked, answer } = answering(ALLOW);
  await using bench = await chatWorkbench({
    profiles: [{ name: 'p', client }],
    prices: PRICES,
    spendingCap: 1,
    answer,
  });
  const session = await bench.session();
  await bench.turn(session, 'one');
  await bench.turn(session, 'two');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    subject: { kind: 'spending', spent: 0, cap: 1, isComplete: false },
    why: 'The spending cap of $1.00 cannot be checked for profile p: no price is set for local',
  });
  expect(client.requests).toHaveLength(2);
});

test('a profile whose server never says what a reply used is asked about once, after its first reply', async () => {
  const silent = { usage: undefined };
  const client = scriptedClient([says('a', silent), says('b', silent), says('c', silent)]);
  const { asked, answer } = answering(ALLOW);
  await using bench = await chatWorkbench({
    profiles: [{ name: 'p', client }],
    prices: PRICES,
    spendingCap: 1,
    answer,
  });
  const session = await bench.session();
  await bench.turn(session, 'one');
  expect(asked).toEqual([]);
  await bench.turn(session, 'two');
  await bench.turn(session, 'three');
  expect(asked.map(({ why }) => why)).toEqual([
    'The spending cap of $1.00 cannot be checked for profile p: its server does not say what a reply uses',
  ]);
  expect(client.requests).toHaveLength(3);
});

test('an incomplete total is asked about as one', async () => {
  const client = scriptedClient([says('a'), says('b', { usage: undefined }), says('c')]);
  const { asked, answer } = answering(ALLOW);
  await using bench = await chatWorkbench({
    profiles: [{ name: 'p', client }],
    prices: PRICES,
    spendingCap: 0.015,
    answer,
  });
  const session = await bench.session();
  await bench.turn(session, 'one');
  await bench.turn(session, 'two');
  await bench.turn(session, 'three');
  expect(asked.map(({ subject }) => subject.kind === 'spending' && subject.isComplete)).toEqual([true]);
  await bench.restart({
    profiles: [{ name: 'p', client: scriptedClient([says('d')]) }],
    prices: PRICES,
    spendingCap: 0.01,
    answer,
  });
  // Allowed up to 0.02 + 0.015 before; the third reply made it 0.04.
  await bench.turn(session, 'four');
  expect(asked[1]).toMatchObject({ why: expect.stringContaining('at least'), subject: { isComplete: false } });
});

test('a summary and a compaction are asked about too, and refused they are an error', async () => {
  const client = scriptedClient([says('a')]);
  const { asked, answer } = answering();
  await using bench = await chatWorkbench({
    profiles: [{ name: 'p', client, context: 2000 }],
    prices: PRICES,
    spendingCap: 0.01,
    answer,
  });
  const session = await bench.session();
  await bench.turn(session, 'one');
  const { signal } = new AbortController();
  await expect(bench.app.chat.summarise(session, 'x'.repeat(9000), signal)).rejects.toMatchObject({ code: 'DENIED' });
  await expect(bench.app.api.compact({ session })).rejects.toMatchObject({ code: 'DENIED' });
  expect(asked).toHaveLength(2);
  expect(client.requests).toHaveLength(1);
});
