import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Api, ConversationItem, Question } from '#contract';
import { type BuiltHost, startBuiltHost } from './support/built-host.ts';
import { listedChanges } from './support/listed-changes.ts';
import { scriptedModelServer } from './support/scripted-model-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const COMMAND = { tool: 'execute_command', arguments: { command_line: 'touch made.txt' } };
const CHANGE = { tool: 'create_or_update_file', arguments: { path: 'notes.txt', file_content: 'one\n' } };

/** Returns the first matching value of a stream. */
async function first<T, R>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>,
  pick: (value: T) => R | undefined,
): Promise<R> {
  const closing = new AbortController();
  for await (const value of await open(closing.signal)) {
    const found = pick(value);
    if (found === undefined) continue;
    closing.abort();
    return found;
  }
  throw new Error('The stream ended first');
}

const asked = (api: Api): Promise<Question> =>
  first(
    (signal) => api.approvals.waiting(undefined, { signal }),
    ([question]) => question,
  );
const waitingNow = (api: Api) =>
  first(
    (signal) => api.approvals.waiting(undefined, { signal }),
    (waiting) => waiting,
  );
const itemsOf = (api: Api, session: string): Promise<readonly ConversationItem[]> =>
  first(
    (signal) => api.sessions.conversation({ session }, { signal }),
    (update) => (update.kind === 'snapshot' ? update.items : undefined),
  );
const changesOf = (api: Api) => listedChanges(api.changes);
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
const statesOf = (items: readonly ConversationItem[]) =>
  items.map((item) => (item.kind === 'tool' ? `${item.tool} ${item.state}` : item.kind));

test('a host that is killed while a question waits has run nothing, says so at its next start, and asks anew', async () => {
  await using folder = await temporaryFolder();
  const workspace = join(folder.path, 'workspace');
  await mkdir(workspace);
  const made = join(workspace, 'made.txt');
  const notes = join(workspace, 'notes.txt');
  await using server = await scriptedModelServer([{ calls: [COMMAND] }], { models: ['tiny'] });
  const profile = { baseurl: server.baseUrl, model: 'tiny', key: 'none' };
  await writeFile(join(folder.path, '.phishell.yaml'), JSON.stringify({ profiles: { own: profile } }), { mode: 0o600 });
  const start = (): Promise<BuiltHost> =>
    startBuiltHost({
      dataFolder: folder.path,
      args: ['--no-open', '--port', '0', '-dir', workspace],
      environment: { HOME: folder.path },
    });

  await using killed = await start();
  using before = await killed.connect();
  const { id: session } = await before.api.sessions.create({});
  await before.api.sessions.send({ session, text: 'Make it' });
  const question = await asked(before.api);
  expect(question.subject).toMatchObject({ kind: 'command', command: 'touch made.txt' });
  await killed.signal('SIGKILL');

  await using again = await start();
  using after = await again.connect();
  expect(await waitingNow(after.api)).toEqual([]);
  expect(statesOf(await itemsOf(after.api, session))).toEqual(['user', 'assistant', 'execute_command interrupted']);
  expect(await isThere(made)).toBe(false);

  server.push({ calls: [COMMAND, CHANGE] });
  await after.api.sessions.retry({ session });
  const anew = await asked(after.api);
  expect(anew.id).not.toBe(question.id);
  expect(JSON.stringify(server.completions.at(-1)?.body)).toContain('It was not run');
  expect(await isThere(made)).toBe(false);
  await after.api.approvals.decide({ question: anew.id, decision: { verdict: 'allow' } });
  const change = await first(
    (signal) => after.api.approvals.waiting(undefined, { signal }),
    (waiting) => waiting.find(({ subject }) => subject.kind === 'change'),
  );
  expect(await isThere(made)).toBe(true);
  await again.signal('SIGKILL');

  await using last = await start();
  using end = await last.connect();
  // What was only proposed is no change of a file; the conversation has it.
  expect((await changesOf(end.api)).map(({ shownPath }) => shownPath)).not.toContain('notes.txt');
  expect(statesOf(await itemsOf(end.api, session)).slice(-2)).toEqual([
    'execute_command done',
    'create_or_update_file interrupted',
  ]);
  await expect(end.api.approvals.decide({ question: change.id, decision: { verdict: 'allow' } })).rejects.toMatchObject(
    {
      code: 'NOT_FOUND',
    },
  );
  expect(await isThere(notes)).toBe(false);
}, 120_000);
