import { expect, test } from 'vitest';
import type { ConversationItem } from '#contract';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, hangsAfter, says, scriptedClient } from '../../../support/scripted-client.ts';
import { type ChatWorkbench, chatWorkbench, fold, until } from '../chat-workbench.ts';

const allow = () => ({ verdict: 'allow' }) as const;

/** Texts of a request besides the system message. */
const words = (client: ReturnType<typeof scriptedClient>, request: number) =>
  client.requests[request]?.messages.slice(1).map((one) => ('text' in one ? one.text : one.content));

const messageOf = async (bench: ChatWorkbench, session: string, text: string) =>
  (await bench.items(session)).find((item) => item.kind === 'user' && item.text === text)?.id ?? '';

/** Records a rewind, or the redo of one. */
async function rewound(bench: ChatWorkbench, session: string, to: string, of?: string): Promise<string> {
  const record = await bench.app.ledger.session(session);
  const counts = { transaction: 't', paths: [], restored: 0, left: 0, unknown: 0 };
  const subject = { to, title: 'second', withFiles: false, ...(of !== undefined && { of }) };
  const direction = of === undefined ? 'undo' : 'redo';
  return (await record.append('session.rewound', { direction, ...subject, ...counts })).id;
}

const shown = (items: readonly ConversationItem[]) =>
  items.flatMap((item) =>
    'text' in item && item.kind !== 'notice' ? [`${item.text}${item.rewound ? ' (folded)' : ''}`] : [],
  );

/** A conversation of three messages. */
async function setUp() {
  const client = scriptedClient([says('one'), calls(call('look')), says('two'), says('three'), says('four')]);
  const bench = await chatWorkbench({ client, tools: [plainTool('look')], answer: allow });
  const session = await bench.session();
  for (const text of ['first', 'second', 'third']) await bench.turn(session, text);
  return { client, bench, session };
}

test('a model is sent nothing of what was rewound, before a restart and after', async () => {
  const { client, bench, session } = await setUp();
  await using _ = bench;
  await rewound(bench, session, await messageOf(bench, session, 'second'));

  await bench.turn(session, 'instead');
  expect(words(client, 4)).toEqual(['first', 'one', 'instead']);

  const again = scriptedClient([says('five')]);
  await bench.restart({ client: again });
  await bench.turn(session, 'more');
  expect(words(again, 0)).toEqual(['first', 'one', 'instead', 'four', 'more']);
});

test('what was rewound stays to be read, folded, and a redo brings it back', async () => {
  const { client, bench, session } = await setUp();
  await using _ = bench;
  const second = await messageOf(bench, session, 'second');
  const id = await rewound(bench, session, second);

  const items = await bench.items(session);
  expect(shown(items)).toEqual([
    'first',
    'one',
    'second (folded)',
    ' (folded)',
    'two (folded)',
    'third (folded)',
    'three (folded)',
  ]);
  expect(items.find((item) => item.id === id)).toMatchObject({
    kind: 'notice',
    rewind: { messages: 2, canRedo: true, isRedone: false },
  });

  await rewound(bench, session, second, id);
  expect(shown(await bench.items(session)).some((text) => text.includes('folded'))).toBe(false);
  await bench.turn(session, 'go on');
  expect(words(client, 4)).toEqual(['first', 'one', 'second', '', 'look ran', 'two', 'third', 'three', 'go on']);
});

test('whoever looks sees the fold as it is read anew, and that Redo is over when the conversation goes on', async () => {
  const { bench, session } = await setUp();
  await using _ = bench;
  const ending = new AbortController();
  let items: readonly ConversationItem[] = [];
  const reading = (async () => {
    for await (const update of await bench.app.api.conversation({ session }, { signal: ending.signal })) {
      items = fold(items, update);
    }
  })().catch(() => {});
  await until(() => items.length > 0);
  const id = await rewound(bench, session, await messageOf(bench, session, 'third'));
  await until(() => items.some((item) => item.rewound === id));
  await bench.turn(session, 'instead');
  await until(() =>
    items.some((item) => item.kind === 'assistant' && item.text === 'four' && item.state === 'complete'),
  );
  expect(items).toEqual(await bench.items(session));
  expect(items.find((item) => item.id === id)).toMatchObject({ rewind: { canRedo: false, isRedone: false } });
  ending.abort();
  await reading;
});

test('the list counts what is said now, and all that was spent', async () => {
  const { bench, session } = await setUp();
  await using _ = bench;
  const before = (await bench.app.chat.summaries()).find(({ id }) => id === session);
  await rewound(bench, session, await messageOf(bench, session, 'second'));
  const after = (await bench.app.chat.summaries()).find(({ id }) => id === session);
  expect(after?.messages).toBe(2);
  expect(after?.usage).toEqual(before?.usage);
  expect(after?.cost).toEqual(before?.cost);
  expect(after?.state).toBe('idle');
});

test('nothing runs or is sent while a session is held, and what waited is said to be unsent', async () => {
  const client = scriptedClient([says('one'), says('two')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.turn(session, 'first');
  let waiting = '';
  await bench.app.chat.whileIdle(session, { stop: false, whyUnsent: 'rewound' }, async () => {
    waiting = (await bench.app.api.enqueue({ session, text: 'written meanwhile' })).message;
    await expect(bench.app.api.send({ session, text: 'now' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(client.requests).toHaveLength(1);
  });
  await until(() => client.requests.length === 2);
  await bench.idle();
  expect(words(client, 1)).toEqual(['first', 'one', 'written meanwhile']);
  expect(waiting).not.toBe('');
});

test('a running turn is stopped first, and a message that waited stays, unsent and unfolded', async () => {
  const client = scriptedClient([says('one'), hangsAfter('two'), says('three')]);
  await using bench = await chatWorkbench({ client });
  const session = await bench.session();
  await bench.turn(session, 'first');
  await bench.app.api.send({ session, text: 'second' });
  await until(() => client.requests.length === 2);
  await bench.app.api.enqueue({ session, text: 'waits' });
  const second = await messageOf(bench, session, 'second');

  const { whileIdle } = bench.app.chat;
  const refused = whileIdle(session, { stop: false }, async () => 'done');
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(client.requests).toHaveLength(2);
  await whileIdle(session, { stop: true, whyUnsent: 'It was rewound' }, () => rewound(bench, session, second));

  const items = await bench.items(session);
  const waited = items.find((item) => item.kind === 'user' && item.text === 'waits');
  expect(waited).toMatchObject({ notSent: 'It was rewound' });
  expect(waited?.rewound).toBeUndefined();
  expect(client.requests).toHaveLength(2);
  await bench.turn(session, 'third');
  expect(words(client, 2)).toEqual(['first', 'one', 'third']);
});
