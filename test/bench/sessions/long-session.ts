import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Api } from '#contract';
import { startBuiltHost } from '../../support/built-host.ts';
import { type ScriptedReply, streamedReply } from '../../support/scripted-model-server.ts';

/** Context size in tokens; a turn that would exceed it has the history compacted first, as in real use. */
const CONTEXT = 32_000;
const BYTES_PER_TOKEN = 4;

interface LongSessionsOptions {
  /** Folder with `home`, `workspace` and `data`, created if missing. */
  readonly folder: string;
}

/** The built host beside a model that answers every turn as a working day has them: a file is read, then explained. */
export async function longSessions({ folder }: LongSessionsOptions) {
  const model = await everydayModel();
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')];
  await mkdir(home, { recursive: true });
  await mkdir(workspace, { recursive: true });
  const notes = Array.from({ length: 40 }, (_, line) => `Line ${line} of the notes, as a file of a project has it.`);
  await writeFile(join(workspace, 'notes.md'), `${notes.join('\n')}\n`);
  const profile = { baseurl: model.baseUrl, model: 'everyday', key: 'none', context: CONTEXT };
  await writeFile(join(home, '.phishell.yaml'), JSON.stringify({ profiles: { bench: profile } }), { mode: 0o600 });
  const host = await startBuiltHost({
    dataFolder: join(folder, 'data'),
    environment: { HOME: home },
    args: ['--no-open', '--port', '0', '-dir', workspace],
  });
  return {
    host,
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}

/** Runs turns `from` to `to` of a session one after the other. */
export async function takeTurns(api: Api, session: string, [from, to]: readonly [number, number]): Promise<void> {
  const ending = new AbortController();
  const ended = new Set<string>();
  let look = () => {};
  const events = await api.activity.appended(undefined, { signal: ending.signal });
  const following = (async () => {
    for await (const { type, turn = '' } of events) {
      if (type === 'turn.ended') ended.add(turn);
      look();
    }
  })().catch(() => {});
  for (let number = from; number <= to; number += 1) {
    const text = `Turn ${number}: what do the notes say, and what is to be done about it?`;
    const { turn } = await api.sessions.send({ session, text });
    while (!ended.has(turn)) {
      await new Promise<void>((resolve) => {
        look = resolve;
      });
    }
  }
  ending.abort();
  await following;
}

/** Reads what a page reads of the session that it shows. The answer ends it. */
export function followAsPage(api: Api, session: string): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const streams = [
    api.sessions.changed(undefined, { signal }),
    api.sessions.conversation({ session }, { signal }),
    api.console.changed({ session }, { signal }),
    api.approvals.waiting(undefined, { signal }),
    api.changes.changed({ session, turns: 200 }, { signal }),
    api.terminals.changed(undefined, { signal }),
    api.providers.changed(undefined, { signal }),
  ];
  const following = streams.map((opening) => drained(opening).catch(() => {}));
  return async () => {
    ending.abort();
    await Promise.all(following);
    // What tells the host so is on its way.
    await api.app.info().catch(() => {});
  };
}

async function drained(opening: Promise<AsyncIterable<unknown>>): Promise<void> {
  for await (const _ of await opening);
}

async function everydayModel() {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      // It does not tell how much its model takes at once.
      if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.end(streamedReply(replyTo(body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

let calls = 0;

function replyTo(body: string): ScriptedReply {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { role: string; content: string }[] };
  const last = messages.at(-1);
  const usage = { prompt: Math.round(body.length / BYTES_PER_TOKEN), completion: 150 };
  if (last?.role === 'user' && last.content.startsWith('Condense')) return { text: 'They read the notes.', usage };
  if (last?.role === 'tool') return { text: EXPLAINED, usage };
  calls += 1;
  return { calls: [{ id: `call_${calls}`, tool: 'read_file', arguments: { path: 'notes.md' } }], usage };
}

export const EXPLAINED = `## What the notes say

They are **forty lines** of the same kind, one after the other:

- each names its own number, as \`Line 7 of the notes\`;
- none of them asks for anything *now*;
- the last is line 39.

\`\`\`ts
const lines = (await readFile('notes.md', 'utf8')).split('\\n');
console.log(lines.length);
\`\`\`

So there is nothing to be done about it before the next release, and the file can stay as it is.`;
