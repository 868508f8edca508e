import { dirname } from 'node:path';
import type { McpClientKey, McpPolicy, McpServerState } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import { newToken } from '#core/secrets/access-token';
import { type Choices, definitionOf } from './choices.ts';
import { isSameClient, policyOf, withPolicy } from './client-policy.ts';
import type { ClientSessionOptions } from './client-session.ts';
import { HttpClients } from './http-clients.ts';
import { type HttpServer, serveHttp } from './http-server.ts';
import type { McpServerPorts } from './ports.ts';
import { SocketServer } from './socket-server.ts';

export interface McpToolServerOptions {
  readonly choices: Choices;
  /** Absolute path of the file of choices. */
  readonly file: string;
  readonly version: string;
  /** Command that a client runs to connect over stdio. */
  readonly command: string;
  readonly server: McpServerPorts;
  readonly log: Logger;
}

/** Our own tools, served to other programs by HTTP and to `sigma mcp` by a local socket. */
export class McpToolServer implements AsyncDisposable {
  readonly state: LiveValue<McpServerState>;
  readonly #options: McpToolServerOptions;
  readonly #clients: HttpClients;
  readonly #socket: SocketServer;
  #http: HttpServer | undefined;
  #isListening = false;
  /** One start or stop at a time. */
  readonly #mutex = new Mutex();

  constructor(options: McpToolServerOptions) {
    const { choices, version, server: ports, log, file, command } = options;
    this.#options = options;
    const onChanged = () => this.publish();
    const isServed = (tool: string) => choices.isServed(tool);
    const policy = (client: McpClientKey) => policyOf(choices.current, client);
    const serving: ClientSessionOptions = { ports, version, log, isServed, policyOf: policy, onNamed: onChanged };
    const token = () => choices.current.token;
    this.#clients = new HttpClients(serving, onChanged);
    this.#socket = new SocketServer({ ...serving, dataFolder: dirname(file), token, onChanged });
    this.state = new LiveValue<McpServerState>({ isOn: false, command, tools: [], clients: 0, policies: [] });
  }

  /** Listens again as before the restart. Problems are logged; the app continues without it. */
  async listen(): Promise<void> {
    const { choices, log, server } = this.#options;
    try {
      await this.#socket.listen();
      this.#isListening = true;
      await choices.change((file) => ({ ...file, socket: this.#socket.path }));
      await choices.refresh(server.tools());
    } catch (error) {
      log.warn('mcp.socket.failed', { error: messageOf(error) });
    }
    if (!choices.current.isOn) return;
    await this.start(undefined).catch((error: unknown) => log.warn('mcp.http.failed', { error: messageOf(error) }));
  }

  /** @throws AppError UNAVAILABLE if the port cannot be had; without one, that of the last time, else any */
  async start(port: number | undefined): Promise<void> {
    await this.#mutex.run(async () => {
      // Another port that cannot be had leaves the one that is open as it is.
      const isOther = port !== undefined && port !== this.#http?.port;
      const other = isOther ? await this.#open(port) : undefined;
      try {
        await this.#stopHttp();
        this.#http = other ?? (await this.#open(port));
      } finally {
        this.publish();
      }
      const { port: used } = this.#http;
      await this.#keep((file) => ({ ...file, isOn: true, port: used }));
    });
  }

  async stop(): Promise<void> {
    await this.#mutex.run(async () => {
      await this.#stopHttp();
      await this.#keep((file) => ({ ...file, isOn: false }));
    });
  }

  /** @throws AppError NOT_FOUND */
  async serve(name: string, isOn: boolean): Promise<void> {
    const definition = definitionOf(this.#options.server.tools().find((tool) => tool.name === name));
    if (isOn && !definition) throw new AppError('NOT_FOUND', `There is no tool "${name}"`, { where: name });
    try {
      await this.#keep((file) => {
        const others = file.served.filter((one) => one.name !== name);
        return { ...file, served: isOn && definition ? [...others, definition] : others };
      });
    } finally {
      await this.#tellClients();
    }
  }

  async setPolicy(client: McpClientKey, policy: McpPolicy): Promise<void> {
    await this.#keep((file) => ({ ...file, clients: withPolicy(file, client, policy) }));
  }

  get token(): string {
    return this.#options.choices.current.token;
  }

  async newToken(): Promise<string> {
    try {
      await this.#keep((file) => ({ ...file, token: newToken() }));
    } finally {
      // The old one does not count any more, written down or not.
      this.#socket.shutOut();
      await this.#clients.closeAll();
    }
    return this.token;
  }

  /** Tools came, went or changed. */
  toolsChanged(): void {
    this.publish();
    void this.#options.choices
      .refresh(this.#options.server.tools())
      .catch((error: unknown) => this.#options.log.warn('mcp.file.unwritten', { error: messageOf(error) }));
    void this.#tellClients();
  }

  publish(): void {
    const { choices, command, server } = this.#options;
    const tools = server.tools().map(({ name, description }) => ({
      name,
      description,
      isServed: choices.isServed(name),
    }));
    const clients = [...this.#clients.sessions, ...this.#socket.sessions];
    server.onAlive(clients.map(({ title }) => title));
    const url = this.#http?.url;
    this.state.set({
      isOn: url !== undefined,
      ...(url !== undefined && { url }),
      command,
      tools,
      clients: clients.length,
      policies: this.#policies(clients.map(({ key }) => key)),
    });
  }

  /** Connected clients first, each name and transport once. */
  #policies(connected: readonly McpClientKey[]): McpServerState['policies'] {
    const { current } = this.#options.choices;
    const kept = (current.clients ?? []).map(({ name, transport }) => ({ name, transport }));
    const all = [...connected, ...kept];
    const unique = all.filter((one, at) => all.findIndex((other) => isSameClient(one, other)) === at);
    return unique.map((one) => ({
      ...one,
      policy: policyOf(current, one),
      isConnected: connected.some((other) => isSameClient(one, other)),
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#mutex.run(() => this.#stopHttp());
    if (this.#isListening) await this.#socket[Symbol.asyncDispose]();
  }

  async #open(port: number | undefined): Promise<HttpServer> {
    const { log, choices } = this.#options;
    const open = (wanted: number) =>
      serveHttp({
        port: wanted,
        token: () => this.token,
        answer: (request, message) => this.#clients.answer(request, message),
        log,
      });
    if (port !== undefined) return await open(port);
    return await open(choices.current.port ?? 0).catch(() => open(0));
  }

  async #stopHttp(): Promise<void> {
    const http = this.#http;
    this.#http = undefined;
    await this.#clients.closeAll();
    await http?.[Symbol.asyncDispose]();
  }

  /** @throws AppError UNAVAILABLE if the choice holds now but will be forgotten */
  async #keep(change: Parameters<Choices['change']>[0]): Promise<void> {
    try {
      await this.#options.choices.change(change);
    } catch (error) {
      const { file } = this.#options;
      throw new AppError(
        'UNAVAILABLE',
        `This holds until Sigma Shell ends: ${file} cannot be written`,
        undefined,
        error,
      );
    } finally {
      this.publish();
    }
  }

  async #tellClients(): Promise<void> {
    await Promise.all([...this.#clients.sessions, ...this.#socket.sessions].map((one) => one.toolsChanged()));
  }
}
