import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { Connections } from '../../../src-main/llm/connections.ts';
import { ServerHabits } from '../../../src-main/llm/servers/server-habits.ts';
import { scriptedAnthropicServer } from '../../support/scripted-anthropic-server.ts';
import { scriptedModelServer } from '../../support/scripted-model-server.ts';
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

const REPLY = { content: [{ type: 'text', text: 'Hi' }] };

function connectionsTo(baseUrl: string, protocol: 'anthropic' | 'openai'): Connections {
  const options = { settings: () => ({ topP: 1, stallMs: 5000 }), environment: {}, log: silentLogger };
  return new Connections(profileAt(baseUrl, { protocol }), { topP: 1, stallMs: 5000 }, new ServerHabits(), {
    ...options,
    redactor: new Redactor(),
  });
}

test('a client that was left closes its connection after what it is still asked', async () => {
  await using server = await scriptedModelServer([{ text: 'Hi' }, { text: 'Hi' }]);
  await using connections = connectionsTo(server.baseUrl, 'openai');
  const left = connections.connect('key-0');
  connections.connect('key-1');
  for (const _ of ['once', 'again']) {
    expect((await ask(left)).text).toBe('Hi');
    await vi.waitFor(() => expect(server.connections).toBe(0));
  }
});

test('connections that were left for other settings are closed after what a turn still asks', async () => {
  await using server = await scriptedModelServer([{ text: 'Hi' }, { text: 'Hi' }]);
  await using connections = connectionsTo(server.baseUrl, 'openai');
  connections.retire();
  for (const key of ['key-0', 'key-1']) {
    expect((await ask(connections.connect(key))).text).toBe('Hi');
    await vi.waitFor(() => expect(server.connections).toBe(0));
  }
});

test('a client that was left for one with another key is not held, and goes on with what it is asked', async () => {
  await using server = await scriptedAnthropicServer([REPLY, REPLY]);
  await using connections = connectionsTo(server.baseUrl, 'anthropic');
  const left = connections.connect('key-0');
  expect((await ask(left)).text).toBe('Hi');
  const references = Array.from({ length: 20 }, (_, at) => new WeakRef(connections.connect(`key-${at}`)));
  expect((await ask(left)).text).toBe('Hi');
  expect(await heldOf(references.slice(1))).toBe(1);
});
