import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { Connections } from '../../../src-main/llm/connections.ts';
import { ServerHabits } from '../../../src-main/llm/servers/server-habits.ts';
import { scriptedAnthropicServer } from '../../support/scripted-anthropic-server.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { profileAt } from './clients-fixture.ts';
import { ask } from './model-fixture.ts';

/** How many of these objects something still holds. */
async function heldOf(references: readonly WeakRef<object>[]): Promise<number> {
  setFlagsFromString('--expose-gc');
  // What was referred to in this turn of the event loop is held until its end.
  await new Promise((resolve) => setImmediate(resolve));
  (runInNewContext('gc') as () => void)();
  return references.filter((one) => one.deref() !== undefined).length;
}

test('a client that was left for one with another key is not held, and goes on with what it is asked', async () => {
  const reply = { content: [{ type: 'text', text: 'Hi' }] };
  await using server = await scriptedAnthropicServer([reply, reply]);
  const options = { settings: () => ({ topP: 1, stallMs: 5000 }), environment: {}, log: silentLogger };
  await using connections = new Connections(
    profileAt(server.baseUrl, { protocol: 'anthropic' }),
    { topP: 1, stallMs: 5000 },
    new ServerHabits(),
    { ...options, redactor: new Redactor() },
  );
  const left = connections.connect('key-0');
  expect((await ask(left)).text).toBe('Hi');
  const references = Array.from({ length: 20 }, (_, at) => new WeakRef(connections.connect(`key-${at}`)));
  expect((await ask(left)).text).toBe('Hi');
  expect(await heldOf(references.slice(1))).toBe(1);
});
