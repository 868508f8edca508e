import {
  type ChannelCondition,
  feishuMessenger,
  runChannel,
  type SessionSocketClient,
  Strangers,
  telegramMessenger,
} from '#channels';
import { withHiddenShown } from '#contract/hidden-characters';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/secrets/redact';
import { serveUntilLeft } from '../service-command.ts';
import { type ChannelFlags, FlagError } from './channel-flags.ts';

interface ServiceContext {
  readonly socket: SessionSocketClient;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** `telegram` and `feishu` in a terminal, until Ctrl+C. @throws FlagError, AppError INVALID_INPUT */
export async function runService(
  channel: 'telegram' | 'feishu',
  flags: ChannelFlags,
  { socket, environment }: ServiceContext,
): Promise<number> {
  const { stdout, stderr } = process;
  const redactor = new Redactor();
  // Names and errors are those of strangers and services.
  const said = (text: string) => `${withHiddenShown(redactor.text(text))}\n`;
  const say = (text: string) => void stderr.write(said(text));
  const log = terminalLog(say);
  const secret = (flag: string, variable: string) => {
    const value = flags.one(flag) || environment[variable];
    if (!value) throw new FlagError(`The flag --${flag} is needed, or the variable ${variable}`);
    redactor.addKey(value);
    return value;
  };
  const apiRoot = flags.one('api-root');
  const intervalMs = intervalOf(flags.one('stream-interval'));
  const messenger =
    channel === 'telegram'
      ? await telegramMessenger({ token: secret('token', 'SIGMA_TELEGRAM_TOKEN'), apiRoot, proxy: flags.one('proxy') })
      : await feishuMessenger({
          appId: secret('app-id', 'SIGMA_FEISHU_APP_ID'),
          appSecret: secret('app-secret', 'SIGMA_FEISHU_APP_SECRET'),
          apiRoot,
          log,
        });
  const access = { allowed: new Set(flags.many('allow')), approvers: new Set(flags.many('approver')) };
  if (access.allowed.size === 0)
    say('WARNING: Nobody may write: name people by --allow. The ids of those who try are shown here.');
  const keys = new Map<string, string>();
  let hasFailed = false;
  const serve = async ({ signal }: AbortController) => {
    await runChannel(
      {
        messenger,
        log,
        intervalMs,
        streams: flags.streams,
        socketPath: () => socket.path,
        access: () => access,
        strangers: new Strangers({ channel, log, now: Date.now, onChanged: () => {} }),
        conversations: { get: (person) => keys.get(person), set: async (person, key) => void keys.set(person, key) },
        onCondition: (condition) => {
          hasFailed = condition.state === 'failed';
          const text = conditionText(messenger.title, condition);
          if (condition.state === 'on') stdout.write(said(text ?? ''));
          else if (text !== undefined) say(text);
        },
      },
      signal,
    );
    return hasFailed ? 1 : 0;
  };
  return await serveUntilLeft({ stderr, configuration: `The channel ${channel}`, file: undefined, serve });
}

function conditionText(title: string, condition: ChannelCondition): string | undefined {
  if (condition.state === 'on') return `${title} is on as ${condition.account}. Ctrl+C stops it.`;
  if (condition.state === 'retrying') return `${condition.problem}. It is tried again.`;
  return condition.state === 'failed' ? condition.problem : undefined;
}

function intervalOf(text: string | undefined): number {
  const seconds = text === undefined ? 1 : Number(text);
  if (seconds >= 0.1 && seconds <= 3600) return seconds * 1000;
  throw new FlagError('--stream-interval takes seconds, from 0.1 to 3600');
}

/** Logger that prints one line for each message to the person at the terminal. */
function terminalLog(say: (text: string) => void): Logger {
  const line = (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
    if (event === 'channel.lost' || event === 'channel.refused') return;
    const said = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    say([event, ...said].join(' '));
  };
  return { debug: () => {}, info: () => {}, warn: line, error: line };
}
