import { expect, test } from 'vitest';
import type { Ledger } from '#ledger';
import { says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench } from '../chat-workbench.ts';

/** The ledger with a count of the events that were read from it. */
function counting(real: Ledger, read: { events: number }): Ledger {
  return {
    ...real,
    content: real.content,
    session: async (id) => {
      const session = await real.session(id);
      return {
        session: session.session,
        append: (type, data, options) => session.append(type, data, options),
        lines: (options) => session.lines(options),
        checkAnchor: () => session.checkAnchor(),
        read: async function* (options) {
          for await (const event of session.read(options)) {
            read.events += 1;
            yield event;
          }
        },
      };
    },
  };
}

test('turns of a session that nobody reads do not read its record again for each of them', async () => {
  const read = { events: 0 };
  const client = scriptedClient(Array.from({ length: 8 }, () => [says('Yes')]).flat());
  await using bench = await chatWorkbench({ client, ledger: (real) => counting(real, read) });
  const session = await bench.session();
  await bench.turn(session, 'first');
  await bench.items(session);

  const before = read.events;
  for (const text of ['second', 'third', 'fourth', 'fifth']) await bench.turn(session, text);

  expect(read.events - before).toBe(0);
  expect((await bench.items(session)).filter(({ kind }) => kind === 'user')).toHaveLength(5);
});

test('of many sessions that nobody reads the memory is given back: only the last two are kept, for a moment', async () => {
  const read = { events: 0 };
  await using bench = await chatWorkbench({ ledger: (real) => counting(real, read) });
  const sessions = [await bench.session(), await bench.session(), await bench.session()];
  for (const session of sessions) await bench.items(session);
  const eventsOf = async (session: string | undefined) => {
    const before = read.events;
    await bench.items(session ?? '');
    return read.events - before;
  };

  expect(await eventsOf(sessions[2])).toBe(0);
  expect(await eventsOf(sessions[1])).toBe(0);
  expect(await eventsOf(sessions[0])).toBeGreaterThan(0);
});
