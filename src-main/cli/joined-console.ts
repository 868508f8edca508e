import { RPCLink } from '@orpc/client/message-port';
import type { Config } from '#app/start/config';
import type { JoinedStart } from '#app/start/host-lock';
import { StartError } from '#app/start/start-error';
import type { Api, ProfilesState, SessionSummary } from '#contract';
import { apiClient } from '#contract/api-client';
import { linePort } from '#core/servers/line-port';
import type { ConsoleApp } from './console.ts';

/**
 * Console of the host that already runs: the same engine, record and keys. Its session works in the folder of this
 * start, which the host opens, with the profiles of this start or of the folder.
 *
 * @throws StartError if no model is available for the chat
 */
export async function joinedConsole(config: Config, { pid, socket }: JoinedStart): Promise<ConsoleApp> {
  const api = apiClient(new RPCLink({ port: linePort(socket) }));
  const leave = () => {
    socket.end();
    socket.destroy();
  };
  try {
    const problem = profileProblem(await profilesOf(api, config.workspace));
    if (problem !== undefined) throw new StartError(problem);
  } catch (error) {
    leave();
    throw error;
  }
  return {
    api,
    greeting: `Joined the Sigma Shell that already runs (process ${pid}).`,
    onEnded: (listener) => {
      socket.once('close', listener);
      return () => void socket.off('close', listener);
    },
    workspace: config.workspace,
    prepare: (session) => prepare(api, session, config),
    [Symbol.asyncDispose]: async () => leave(),
  };
}

async function profilesOf(api: Api, workspace: string | undefined): Promise<ProfilesState> {
  const stop = new AbortController();
  const seenFrom = workspace === undefined ? undefined : { workspace };
  for await (const state of await api.profiles.changed(seenFrom, { signal: stop.signal })) {
    stop.abort();
    return state;
  }
  throw new StartError('The Sigma Shell that already runs does not say who can answer');
}

async function modesOf(api: Api, session: string): Promise<readonly string[]> {
  const stop = new AbortController();
  for await (const { modes } of await api.console.changed({ session }, { signal: stop.signal })) {
    stop.abort();
    return modes;
  }
  return [];
}

function profileProblem({ startProblem, isDemo }: ProfilesState): string | undefined {
  return isDemo ? undefined : startProblem;
}

/**
 * Applies `-profile`, and `-dir` if the host cannot open it. @throws AppError NOT_FOUND for an unknown profile or
 * folder
 */
async function prepare(
  api: Api,
  { id: session, workspace: given }: SessionSummary,
  { workspace, profiles }: Config,
): Promise<string | undefined> {
  if (profiles.length > 0) {
    const known = (await profilesOf(api, given)).profiles.map(({ name }) => name);
    const unknown = profiles.find((profile) => !known.includes(profile));
    // The host refuses it with a sentence, before anything is taken away.
    if (unknown !== undefined) await api.console.addMode({ session, profile: unknown });
    // All of them, so that the first that was asked for is the main one.
    for (const profile of await modesOf(api, session)) await api.console.removeMode({ session, profile });
    for (const profile of profiles) await api.console.addMode({ session, profile });
  }
  // A host that opens folders says which one the session has.
  if (workspace === undefined || given !== undefined) return undefined;
  await api.console.run({ session, line: `cd ${shellQuoted(workspace)}`, size: { columns: 80, rows: 24 } });
  return OLDER_HOST;
}

const OLDER_HOST =
  'The Sigma Shell that already runs is an earlier version: lines start in this folder, but its rules and file tools are those of the folder that it was started with.';

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`;
