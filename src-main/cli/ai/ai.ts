import { resolve } from 'node:path';
import { openAiSocket } from '#ai-socket';
import { onAbort } from '#core/async/abort';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/secrets/redact';
import { AnthropicRelay, OpenAiRelay, type RelayOptions } from '#llm/relay';
import { serveUntilLeft } from '../service-command.ts';
import type { AiCommand } from './ai-flags.ts';

interface OutputStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export interface AiRun extends OutputStreams {
  readonly command: AiCommand;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Longest time without a byte of a reply before it is given up, in milliseconds. */
const STALL_MS = 300_000;

/** `sigma ai`: the exit code, once it is told to leave; 1 where the socket cannot be opened. */
export function serveAi({ command, environment, stdout, stderr }: AiRun): Promise<number> {
  const serve = async (leave: AbortController) => {
    const { service, model, key, baseUrl, thinking, reasoningEffort, maxTokens } = command;
    const path = resolve(command.socket);
    const redactor = new Redactor();
    if (key) redactor.addKey(key);
    const redact = (text: string) => redactor.text(text);
    const log = linesOn(stderr, redact);
    const options: RelayOptions = {
      model,
      key,
      baseUrl,
      thinking,
      reasoningEffort,
      maxTokens,
      environment,
      log,
      stallMs: STALL_MS,
    };
    await using relay = service === 'anthropic' ? new AnthropicRelay(options) : new OpenAiRelay(options);
    await using socket = await openAiSocket({ path, relay, log, redact });
    for (const warning of socket.warnings) stderr.write(`WARNING: ${warning}\n`);
    stdout.write(`${model} is served at ${path}\nCtrl+C stops it.\n`);
    await new Promise<unknown>((left) => onAbort(leave.signal, left));
    return 0;
  };
  return serveUntilLeft({ stderr, configuration: 'The socket', file: command.socket, serve });
}

/** One line for a request that went wrong, without its stack. */
function linesOn(stderr: OutputStreams['stderr'], redact: (text: string) => string): Logger {
  const none = () => {};
  const warn: Logger['warn'] = (_event, fields) => {
    const message = fields?.message;
    if (typeof message === 'string') stderr.write(`${redact(message)}\n`);
  };
  return { debug: none, info: none, warn, error: warn };
}
