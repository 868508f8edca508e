import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { Config } from '#app/config';
import type { JoinedStart } from '#app/host-lock';
import { StartError } from '#app/start-error';
import type { Api, ProfilesState } from '#contract';
import { linePort } from '#core/line-port';
import type { ConsoleApp } from './console.ts';

/**
 * A console of the host that already runs: the same engine, record and keys. The folder and the profiles of this start are set up
 * in its session; profiles of the folder's own file are those of the host's workspace.
 *
 * @throws StartError when there is nobody to chat with
 */
export async function joinedConsole(config: Config, { pid, socket }: JoinedStart): Promise<ConsoleApp> {
  const api: Api = createORPCClient(new RPCLink({ port: linePort(socket) }));
  const leave = () => {
    socket.end();
    socket.destroy();
  };
  try {
    const problem = problemOf(await profilesOf(api));
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
    prepare: (session) => prepare(api, session, config),
    [Symbol.asyncDispose]: async () => leave(),
  };
}

async function profilesOf(api: Api): Promise<ProfilesState> {
  const stop = new AbortController();
  for await (const state of await api.profiles.changed(undefined, { signal: stop.signal })) {
    stop.abort();
    return state;
  }
  throw new StartError('The Sigma Shell that already runs does not say who can answer');
}

function problemOf({ startProblem, isDemo }: ProfilesState): string | undefined {
  return isDemo ? undefined : startProblem;
}

/** What `-dir` and `-profile` ask for. @throws AppError NOT_FOUND for an unknown profile or folder */
async function prepare(api: Api, session: string, { workspace, profiles }: Config): Promise<void> {
  if (profiles.length > 0) {
    const state = await profilesOf(api);
    // All of them, so that the first that was asked for is the main one.
    for (const profile of state.selected) await api.console.removeMode({ session, profile });
    for (const profile of profiles) await api.console.addMode({ session, profile });
  }
  if (workspace === undefined) return;
  await api.console.run({ session, line: `cd ${quoted(workspace)}`, size: { columns: 80, rows: 24 } });
}

const quoted = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`;
