import { isAbsolute } from 'node:path';
import type { SessionSocket } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import type { SocketPorts } from './ports.ts';
import { OpenSocket, type SocketStart } from './session-socket.ts';
import { SocketMemory, type StoredSocket } from './socket-memory.ts';
import { defaultSocketPath, linesFor } from './socket-path.ts';

export interface StartRequest extends Omit<SocketStart, 'path'> {
  readonly path?: string | undefined;
}

const RESTRICTED =
  'The workspace is restricted: its agent answers without its tools and its own system prompt. Trust it under Workspaces, or with `sigma workspace trust`';

/** All session sockets of the app, and those that are to be on. */
export class SessionSockets implements AsyncDisposable {
  readonly state = new LiveValue<readonly SessionSocket[]>([]);
  readonly #ports: SocketPorts;
  readonly #remembered: SocketMemory;
  readonly #open = new Map<string, OpenSocket>();
  /** Sockets that could not be started again, by path, and why. */
  readonly #off = new Map<string, StoredSocket & { readonly problem: string }>();
  readonly #restricted = new Set<string>();
  /** People whom channels name, by workspace. */
  readonly #named = new Map<string, readonly string[]>();
  readonly #doing = new KeyedMutex();
  readonly #leave: () => void;
  #hasEnded = false;

  constructor(ports: SocketPorts) {
    this.#ports = ports;
    this.#remembered = new SocketMemory(ports.file, ports.log);
    this.#leave = ports.onTrustChanged(() => void this.#lookAtTrust());
  }

  /** Starts again what was on, where its workspace is trusted. */
  async begin(): Promise<void> {
    await this.#remembered.load();
    await Promise.all(
      this.#remembered.sockets.map((socket) => this.#doing.run(socket.path, () => this.#startAgain(socket))),
    );
  }

  /** @throws AppError INVALID_INPUT, CONFLICT, UNAVAILABLE */
  async start({ path: asked, ...request }: StartRequest): Promise<SessionSocket> {
    const { openWorkspace, folders } = this.#ports;
    for (const path of [asked, request.aiSocket, request.historyFile]) failOnRelative(path);
    const workspace = await openWorkspace(request.workspace);
    const path = asked ?? defaultSocketPath(workspace, folders);
    return await this.#doing.run(path, async () => {
      if (this.#open.has(path)) throw new AppError('CONFLICT', `A session socket is on at ${path}`, { where: path });
      const start = { ...request, workspace, path };
      await this.#openAt(start);
      if (request.isKept) await this.#keep(start);
      this.#off.delete(path);
      this.#announce();
      return this.#stateOf(path);
    });
  }

  /** @throws AppError NOT_FOUND */
  async stop(path: string): Promise<void> {
    await this.#doing.run(path, async () => {
      const socket = this.#open.get(path);
      if (!socket && !this.#off.has(path)) {
        throw new AppError('NOT_FOUND', `No session socket is on at ${path}`, { where: path });
      }
      await this.#remembered.drop(path);
      this.#off.delete(path);
      this.#open.delete(path);
      this.#announce();
      await socket?.[Symbol.asyncDispose]();
    });
  }

  /** Path of the workspace's socket; undefined while none is on. */
  socketOf(workspace: string): string | undefined {
    return [...this.#open.values()].find(({ start }) => start.workspace === workspace)?.start.path;
  }

  /** Names people who may answer over channels, as `channel:person`, beside those of each start. @throws AppError */
  async nameApprovers(workspace: string, people: readonly string[]): Promise<void> {
    this.#named.set(workspace, people);
    const here = [...this.#open.values()].filter(({ start }) => start.workspace === workspace);
    await Promise.all(here.map((socket) => socket.attendAnew()));
    this.#announce();
  }

  /** Lists the open sockets, in words. */
  background(): string[] {
    return [...this.#open.values()].map(({ start }) => `Session socket of ${start.workspace}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hasEnded = true;
    this.#leave();
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map((socket) => socket[Symbol.asyncDispose]()));
  }

  async #startAgain(socket: StoredSocket): Promise<void> {
    const { openWorkspace, isTrusted, log } = this.#ports;
    try {
      const workspace = await openWorkspace(socket.workspace);
      if (await isTrusted(workspace)) {
        await this.#openAt({ ...socket, isKept: true });
      } else {
        const problem = 'Its workspace is not trusted, or has changed since: trust it, and start this again';
        this.#off.set(socket.path, { ...socket, problem });
      }
    } catch (error) {
      log.warn('sockets.not-started', { path: socket.path, error: messageOf(error) });
      this.#off.set(socket.path, { ...socket, problem: messageOf(error) });
    }
    this.#announce();
  }

  /** One that cannot be written down is not left open: whoever started it is told that it is not on. */
  async #keep({ isKept: _, approvers, ...kept }: SocketStart): Promise<void> {
    try {
      await this.#remembered.keep({ ...kept, approvers: [...approvers] });
    } catch (error) {
      const socket = this.#open.get(kept.path);
      this.#open.delete(kept.path);
      await socket?.[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #openAt(start: SocketStart): Promise<void> {
    const { path, workspace, approve } = start;
    const socket = await OpenSocket.open({
      ...start,
      ports: this.#ports,
      remembered: this.#remembered,
      named: () => this.#named.get(workspace) ?? [],
      onChanged: () => this.#announce(),
    });
    // It may have changed while the socket was opened.
    const isTrusted = await this.#ports.isTrusted(workspace);
    if (this.#hasEnded) return await socket[Symbol.asyncDispose]();
    this.#open.set(path, socket);
    this.#noteTrust(path, isTrusted);
    this.#ports.log.info('sockets.listening', { path, workspace, approve });
  }

  #noteTrust(path: string, isTrusted: boolean): void {
    if (isTrusted) this.#restricted.delete(path);
    else this.#restricted.add(path);
  }

  /** Looks whether the workspaces of the open sockets are restricted by now. */
  async #lookAtTrust(): Promise<void> {
    for (const [path, { start }] of [...this.#open]) {
      const isTrusted = await this.#ports.isTrusted(start.workspace);
      if (!this.#open.has(path) || isTrusted !== this.#restricted.has(path)) continue;
      this.#noteTrust(path, isTrusted);
      this.#announce();
    }
  }

  #stateOf(path: string): SessionSocket {
    const state = this.state.value.find((socket) => socket.path === path);
    if (state) return state;
    throw new AppError('UNAVAILABLE', 'Sigma Shell is closing');
  }

  #announce(): void {
    const on = [...this.#open.values()].map((socket) => {
      const state = socket.state();
      return this.#restricted.has(state.path) ? { ...state, restricted: RESTRICTED } : state;
    });
    const off = [...this.#off.values()].map(
      (socket): SessionSocket => ({
        ...socket,
        state: 'off',
        warnings: [],
        isKept: true,
        connections: 0,
        lines: linesFor(socket.path),
      }),
    );
    this.state.set([...on, ...off]);
  }
}

function failOnRelative(path: string | undefined): void {
  if (path === undefined || isAbsolute(path)) return;
  throw new AppError('INVALID_INPUT', `${JSON.stringify(path)} is no absolute path`, { where: path });
}
