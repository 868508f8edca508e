import { basename } from 'node:path';
import type { Attendance, SessionSocket, SocketApproval } from '#contract';
import { Conversations } from './conversations.ts';
import { HistoryFile } from './history-file.ts';
import type { SocketPorts } from './ports.ts';
import { type SessionServer, serveSession } from './session-server.ts';
import type { AcceptedTurn } from './socket-context.ts';
import type { SocketMemory } from './socket-memory.ts';
import { linesFor } from './socket-path.ts';

/** Options with which a socket is opened. */
export interface SocketStart {
  readonly workspace: string;
  readonly path: string;
  readonly approve: SocketApproval;
  readonly approvers: readonly string[];
  readonly isKept: boolean;
  readonly aiSocket?: string | undefined;
  readonly historyFile?: string | undefined;
}

export interface OpenSocketOptions extends SocketStart {
  readonly ports: SocketPorts;
  readonly remembered: SocketMemory;
  /** People whom channels of the workspace name now, beside those of the start. */
  readonly named: () => readonly string[];
  readonly onChanged: () => void;
}

/** A session socket that is on. */
export class OpenSocket implements AsyncDisposable {
  readonly start: SocketStart;
  readonly #options: OpenSocketOptions;
  readonly #conversations: Conversations;
  readonly #history: HistoryFile | undefined;
  readonly #startedAt: number;
  readonly #ended = new AbortController();
  #server: SessionServer | undefined;
  #connections = 0;

  private constructor(options: OpenSocketOptions) {
    const { workspace, path, approve, approvers, isKept, aiSocket, historyFile, ports, remembered } = options;
    this.start = {
      workspace,
      path,
      approve,
      approvers,
      isKept,
      ...(aiSocket !== undefined && { aiSocket }),
      ...(historyFile !== undefined && { historyFile }),
    };
    this.#options = options;
    this.#startedAt = (ports.now ?? Date.now)();
    this.#history = historyFile === undefined ? undefined : new HistoryFile({ ...ports, file: historyFile });
    this.#conversations = new Conversations({
      socket: path,
      workspace,
      workspaceName: basename(workspace),
      remembered,
      chat: ports.chat,
      attendance: () => this.attendance,
      onCreated: async (session, key) => {
        if (key === undefined) await this.#history?.begin(session);
      },
    });
  }

  /** @throws AppError INVALID_INPUT, CONFLICT, UNAVAILABLE; nothing is left open then */
  static async open(options: OpenSocketOptions): Promise<OpenSocket> {
    const socket = new OpenSocket(options);
    await socket.#history?.check();
    await socket.#listen();
    return socket;
  }

  /** Attendance of its conversations: who answers their questions. */
  get attendance(): Attendance {
    return attendanceOf(this.start.approve, this.#approvers());
  }

  /** Applies whom the channels name now to conversations that were used. @throws AppError */
  async attendAnew(): Promise<void> {
    await this.#conversations.attendAnew();
  }

  state(): SessionSocket {
    const { path } = this.start;
    const session = this.#conversations.known(undefined);
    return {
      ...this.start,
      approvers: this.#approvers(),
      state: 'on',
      warnings: [...(this.#server?.warnings ?? [])],
      ...(session !== undefined && { session }),
      startedAt: this.#startedAt,
      connections: this.#connections,
      lines: linesFor(path),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await this.#server?.[Symbol.asyncDispose]();
  }

  #approvers(): string[] {
    return [...new Set([...this.start.approvers, ...this.#options.named()])];
  }

  async #listen(): Promise<void> {
    const { ports, workspace, path, aiSocket, onChanged } = this.#options;
    const { chat, questions, keepImage, sessionState, timers, log } = ports;
    const profile = aiSocket === undefined ? undefined : ports.profileOfSocket(aiSocket);
    this.#server = await serveSession({
      chat,
      questions,
      keepImage,
      sessionState,
      timers,
      log,
      path,
      workspace,
      profile,
      attendance: () => this.attendance,
      conversations: this.#conversations,
      onTurn: (turn) => this.#onTurn(turn),
      onConnections: (count) => {
        this.#connections = count;
        onChanged();
      },
    });
    for (const warning of this.#server.warnings) ports.warn(warning);
  }

  #onTurn({ session, message, conversation }: AcceptedTurn): void {
    this.#options.onChanged();
    if (conversation !== undefined || !this.#history) return;
    void this.#keepHistory(session, message);
  }

  /** Writes the file by the turn's end, even if the client has left. */
  async #keepHistory(session: string, message: string): Promise<void> {
    const { chat, log } = this.#options.ports;
    try {
      for await (const _ of chat.follow(session, message, this.#ended.signal));
    } catch (error) {
      log.warn('sockets.unfollowed', { session, error });
    }
    await this.#history?.write(session);
  }
}

function attendanceOf(approve: SocketApproval, approvers: readonly string[]): Attendance {
  return approve === 'wait' && approvers.length > 0
    ? { kind: 'channel', approvers: [...approvers] }
    : { kind: 'unattended', questions: approve };
}
