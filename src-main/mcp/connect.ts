import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { AppError, messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { errorNumber, failureWords, mcpAdvice } from './failure-words.ts';
import { answerForms, type FormOptions } from './forms.ts';
import { NO_TIME_LIMIT, type Offers, readOffers } from './offers.ts';
import type { McpWire } from './wire.ts';

export interface ConnectOptions {
  /** The server's name: the first part of its tools' names. */
  readonly server: string;
  readonly version: string;
  /** Makes a new way to the server. */
  readonly newWire: () => Promise<McpWire>;
  readonly forms: Omit<FormOptions, 'server'>;
  /** Called with messages of a server, for the person. */
  readonly onWords: (text: string) => void;
  /** Called when the tools changed, also while the session is still being opened. */
  readonly onToolsChanged: (client: Client) => void;
  readonly log: Pick<Logger, 'debug'>;
}

export interface McpConnection {
  readonly client: Client;
  readonly wire: McpWire;
  readonly offers: Offers;
}

/** Time between asking and forcing one to end that was not ready, in milliseconds. */
const UNREADY_GRACE_MS = 2000;
const INVALID_PARAMS = -32_602;

/**
 * Opens a session and reads what the server offers. Speaks the SDK's newest revision; the server answers with its own, or refuses
 * naming those it knows, and is then asked again with the newest of them.
 *
 * @throws AppError with the reason; nothing is left running then
 */
export async function connectMcpServer(options: ConnectOptions, signal: AbortSignal): Promise<McpConnection> {
  try {
    return await connectOnce(options, undefined, signal);
  } catch (error) {
    const revision = error instanceof VersionError ? await commonRevision(error.supported) : undefined;
    if (revision !== undefined) return await connectOnce(options, revision, signal);
    throw error;
  }
}

async function connectOnce(
  options: ConnectOptions,
  revision: string | undefined,
  signal: AbortSignal,
): Promise<McpConnection> {
  const wire = await options.newWire();
  if (revision !== undefined) askForRevision(wire.transport, revision);
  try {
    const client = await newClient(options);
    await client.connect(wire.transport, { signal, timeout: NO_TIME_LIMIT });
    const offers = await readOffers(client, options.server, signal);
    for (const note of offers.notes) options.onWords(`${note}\n`);
    return { client, wire, offers };
  } catch (error) {
    const failure = connectError(error, wire, signal);
    await wire.close(UNREADY_GRACE_MS);
    throw failure;
  }
}

async function newClient({ server, version, forms, onWords, onToolsChanged, log }: ConnectOptions): Promise<Client> {
  const [{ Client }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const client = new Client(
    { name: 'sigma-shell', title: 'Sigma Shell', version },
    { capabilities: { elicitation: { form: {} } }, jsonSchemaValidator: NO_VALIDATOR },
  );
  client.onerror = (error) => log.debug('mcp.client.failed', { server, error: messageOf(error).slice(0, 500) });
  client.setNotificationHandler(types.LoggingMessageNotificationSchema, ({ params }) => {
    const said = typeof params.data === 'string' ? params.data : JSON.stringify(params.data);
    onWords(`[${params.level}] ${said}\n`);
  });
  client.setNotificationHandler(types.ToolListChangedNotificationSchema, () => onToolsChanged(client));
  client.fallbackRequestHandler = async ({ method }) => {
    throw new types.McpError(types.ErrorCode.MethodNotFound, `Sigma Shell does not do ${method} for servers`);
  };
  await answerForms(client, { ...forms, server });
  return client;
}

/**
 * Validator that accepts everything: a server's promises about its results are not checked, so that a model receives
 * what it really answered.
 */
const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
};

class VersionError extends AppError {
  readonly supported: readonly string[];

  constructor(message: string, supported: readonly string[]) {
    super('UNAVAILABLE', message);
    this.supported = supported;
  }
}

function connectError(error: unknown, wire: McpWire, signal: AbortSignal): AppError {
  if (signal.aborted) return signal.reason instanceof AppError ? withWords(signal.reason, wire) : attachStopped();
  if (error instanceof AppError) return error;
  const end = wire.end();
  if (end && !wire.isClosedByUs()) {
    const why = /^[A-Z]/.test(end.reason) ? end.reason : `It ended (${end.reason})`;
    return withWords(new AppError('UNAVAILABLE', `${why} before it was ready`), wire);
  }
  const supported = errorNumber(error) === INVALID_PARAMS ? supportedIn(error) : [];
  const message = `The MCP server could not be attached: ${failureWords(error)}`;
  if (supported.length > 0) return new VersionError(message, supported);
  return new AppError('UNAVAILABLE', message, { advice: mcpAdvice(error) });
}

const attachStopped = () => new AppError('CANCELLED', 'The attach was stopped');

function withWords(error: AppError, wire: McpWire): AppError {
  const words = wire.lastWords();
  if (words === '') return error;
  return new AppError(error.code, error.message, { ...error.detail, advice: `Its last diagnostics: ${words}` });
}

function supportedIn(error: unknown): string[] {
  const data = error instanceof Error && 'data' in error ? error.data : undefined;
  const supported = typeof data === 'object' && data !== null && 'supported' in data ? data.supported : undefined;
  return Array.isArray(supported) ? supported.filter((one) => typeof one === 'string') : [];
}

async function commonRevision(supported: readonly string[]): Promise<string | undefined> {
  const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/sdk/types.js');
  return [...SUPPORTED_PROTOCOL_VERSIONS]
    .sort()
    .reverse()
    .find((one) => supported.includes(one));
}

/** The SDK always asks for the newest. */
function askForRevision(transport: Transport, protocolVersion: string): void {
  const send = transport.send.bind(transport);
  transport.send = (message: JSONRPCMessage, sending) => {
    const isFirst = 'method' in message && message.method === 'initialize';
    return send(isFirst ? { ...message, params: { ...message.params, protocolVersion } } : message, sending);
  };
}
