/** Session sockets: a workspace's agent on a Unix socket, for whatever program speaks OpenAI's API. */
import { os } from '#core/servers/procedures';
import type { SocketPorts } from './ports.ts';
import { SessionSockets } from './session-sockets.ts';

export type { ChatPort, SocketPorts } from './ports.ts';

export interface SocketsFeature extends AsyncDisposable {
  readonly router: ReturnType<typeof socketsRouter>;
  /** Starts again what was on; to be called once everything that its conversations need is there. */
  begin(): Promise<void>;
  /** Path of the workspace's socket; undefined while none is on. */
  socketOf(workspace: string): string | undefined;
  /** Names people who may answer over channels, as `channel:person`. @throws AppError */
  nameApprovers(workspace: string, people: readonly string[]): Promise<void>;
  /** Lists the open sockets, which would end with the app, in words. */
  background(): string[];
}

export function createSockets(ports: SocketPorts): SocketsFeature {
  const sockets = new SessionSockets(ports);
  return {
    router: socketsRouter(sockets),
    begin: () => sockets.begin(),
    socketOf: (workspace) => sockets.socketOf(workspace),
    nameApprovers: (workspace, people) => sockets.nameApprovers(workspace, people),
    background: () => sockets.background(),
    [Symbol.asyncDispose]: () => sockets[Symbol.asyncDispose](),
  };
}

function socketsRouter(sockets: SessionSockets) {
  return os.sockets.router({
    changed: os.sockets.changed.handler(({ signal }) => sockets.state.stream(signal)),
    start: os.sockets.start.handler(({ input }) => sockets.start(input)),
    stop: os.sockets.stop.handler(({ input }) => sockets.stop(input.path)),
  });
}
