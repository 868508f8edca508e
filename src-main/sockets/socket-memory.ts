import { z } from 'zod';
import { SocketApproval } from '#contract';
import { Mutex } from '#core/async/mutex';
import { StoredJson } from '#core/files/stored-json';
import type { Logger } from '#core/logger';

const MAX_BYTES = 20_000_000;

/** A socket that a person started in the app, which is started again with it. */
const StoredSocket = z.object({
  workspace: z.string(),
  path: z.string(),
  approve: SocketApproval,
  approvers: z.array(z.string()),
  /** Path of the AI socket; if absent, the profile of its workspace answers its agent. */
  aiSocket: z.string().optional(),
  /** Path of the history file; if absent, its main conversation is in no file. */
  historyFile: z.string().optional(),
});
export type StoredSocket = z.infer<typeof StoredSocket>;

const StoredConversation = z.object({
  workspace: z.string(),
  socket: z.string(),
  /** Key of the conversation; if absent, the main one. */
  key: z.string().optional(),
  session: z.string(),
});
type StoredConversation = z.infer<typeof StoredConversation>;

const SocketsFile = z.object({
  v: z.literal(1),
  sockets: z.array(StoredSocket),
  conversations: z.array(StoredConversation),
});

/** A socket's place: its workspace and its path. */
export interface SocketLocation {
  readonly workspace: string;
  readonly socket: string;
}

export interface RememberedConversations {
  sessionOf(of: SocketLocation & { readonly key: string | undefined }): string | undefined;
  has(of: SocketLocation & { readonly session: string }): boolean;
  count(of: SocketLocation): number;
  /** @throws AppError UNAVAILABLE if it cannot be written down */
  remember(
    conversation: SocketLocation & { readonly key: string | undefined; readonly session: string },
  ): Promise<void>;
}

/** Data that outlives the app: sockets that a person wants, and the session of each conversation over a socket. */
export class SocketMemory implements RememberedConversations {
  readonly #json: StoredJson<z.infer<typeof SocketsFile>>;
  readonly #writing = new Mutex();
  #sockets: readonly StoredSocket[] = [];
  readonly #conversations = new Map<string, Map<string, string>>();

  constructor(file: string, log: Logger) {
    this.#json = new StoredJson({ file, log, schema: SocketsFile, warning: 'sockets.unreadable', maxBytes: MAX_BYTES });
  }

  get sockets(): readonly StoredSocket[] {
    return this.#sockets;
  }

  async load(): Promise<void> {
    const content = await this.#json.read();
    if (!content) return;
    this.#sockets = content.sockets;
    for (const one of content.conversations) this.#keysOf(one).set(conversationKeyText(one.key), one.session);
  }

  /** Another socket of the same path gives way. @throws AppError UNAVAILABLE */
  async keep(socket: StoredSocket): Promise<void> {
    await this.#change((sockets) => [...sockets.filter(({ path }) => path !== socket.path), socket]);
  }

  /** @throws AppError UNAVAILABLE */
  async drop(path: string): Promise<void> {
    if (!this.#sockets.some((socket) => socket.path === path)) return;
    await this.#change((sockets) => sockets.filter((socket) => socket.path !== path));
  }

  sessionOf({ key, ...place }: SocketLocation & { readonly key: string | undefined }): string | undefined {
    return this.#keysOf(place).get(conversationKeyText(key));
  }

  has({ session, ...place }: SocketLocation & { readonly session: string }): boolean {
    return [...this.#keysOf(place).values()].includes(session);
  }

  count(place: SocketLocation): number {
    return this.#keysOf(place).size;
  }

  async remember({ key, session, ...place }: StoredConversation & { readonly key: string | undefined }): Promise<void> {
    await this.#writing.run(async () => {
      const [keys, name] = [this.#keysOf(place), conversationKeyText(key)];
      const before = keys.get(name);
      keys.set(name, session);
      try {
        await this.#write(this.#sockets);
      } catch (error) {
        // It would stand in the way of all that is written later.
        if (before === undefined) keys.delete(name);
        else keys.set(name, before);
        throw error;
      }
    });
  }

  #keysOf({ workspace, socket }: SocketLocation): Map<string, string> {
    const name = JSON.stringify([workspace, socket]);
    const found = this.#conversations.get(name) ?? new Map<string, string>();
    this.#conversations.set(name, found);
    return found;
  }

  /** Changes the sockets in the file first: what could not be written down is not so here either. */
  #change(changed: (sockets: readonly StoredSocket[]) => readonly StoredSocket[]): Promise<void> {
    return this.#writing.run(async () => {
      const sockets = changed(this.#sockets);
      await this.#write(sockets);
      this.#sockets = sockets;
    });
  }

  #write(sockets: readonly StoredSocket[]): Promise<void> {
    return this.#json.write({ v: 1, sockets: [...sockets], conversations: [...this.#listed()] });
  }

  *#listed(): Generator<StoredConversation> {
    for (const [place, sessions] of this.#conversations) {
      const [workspace = '', socket = ''] = JSON.parse(place) as string[];
      for (const [key, session] of sessions) {
        yield { workspace, socket, ...(key !== MAIN && { key: key.slice(1) }), session };
      }
    }
  }
}

const MAIN = '';
/** Keys begin with a mark, so that none is the main conversation's. */
const conversationKeyText = (key: string | undefined) => (key === undefined ? MAIN : `=${key}`);
