import { type FlagKind, parseGoFlags } from '#app/start/go-flags';

export const CHANNELS = ['cli', 'repl', 'tui', 'telegram', 'feishu'] as const;
export type ChannelName = (typeof CHANNELS)[number];

const SOCKET: Readonly<Record<string, FlagKind>> = { 'session-socket': 'text', conversation: 'text', user: 'text' };
const STREAM: Readonly<Record<string, FlagKind>> = { stream: 'switch', 'no-stream': 'switch' };
const SERVICE: Readonly<Record<string, FlagKind>> = {
  'session-socket': 'text',
  ...STREAM,
  'stream-interval': 'text',
  allow: 'text',
  approver: 'text',
  'api-root': 'text',
};
const FLAGS: Readonly<Record<ChannelName, Readonly<Record<string, FlagKind>>>> = {
  cli: { ...SOCKET, ...STREAM, message: 'text' },
  repl: { ...SOCKET, ...STREAM },
  tui: SOCKET,
  telegram: { ...SERVICE, token: 'text', proxy: 'text' },
  feishu: { ...SERVICE, 'app-id': 'text', 'app-secret': 'text' },
};

export const CHANNEL_HELP = `Usage:
  sigma channel cli      --session-socket <path> --message <text> [--no-stream]
  sigma channel repl     --session-socket <path> [--no-stream]
  sigma channel tui      --session-socket <path>
  sigma channel telegram --session-socket <path> --token <token> --allow <id> …
  sigma channel feishu   --session-socket <path> --app-id <id> --app-secret <secret> --allow <id> …

Clients of a session's socket; no other part of Sigma Shell must run here. Each is also a command of its own, such as
psi-channel-tui. Flags are written with - or _ alike, and --name value or --name=value.

  --session-socket <path> the socket of sigma session, or of the app (Workspaces ▸ Session socket)
  --message <text>        what to say (cli)
  --stream, --no-stream   show the answer as it grows (the default), or when it is whole
  --conversation <name>   a conversation of its own (cli, repl, tui); otherwise the socket's main one
  --user <name>           who speaks (cli, repl, tui); otherwise the name of this account
  --allow <id>            a person who may write, by the service's id; may be repeated. Without it: nobody
  --approver <id>         a person who gets buttons for questions; the session must name them, too
  --token <token>         the bot's token (telegram), better in SIGMA_TELEGRAM_TOKEN: command lines can be read by others
  --app-id, --app-secret  of the app (feishu), or in SIGMA_FEISHU_APP_ID and SIGMA_FEISHU_APP_SECRET
  --stream-interval <s>   least time between two edits of an answer, in seconds (1)
  --proxy <url>           an HTTP proxy (telegram)
  --api-root <url>        another address of the service`;

/** A command line that is wrong; its message is told. */
export class FlagError extends Error {}

export interface ChannelFlags {
  readonly channel: ChannelName;
  readonly socket: string;
  readonly one: (name: string) => string | undefined;
  /** All values of a flag that may be repeated, or whose values are parted by commas. */
  readonly many: (name: string) => readonly string[];
  readonly streams: boolean;
}

/** Reads the words after `sigma channel`. @throws FlagError; undefined: help is wanted */
export function channelFlags([name, ...words]: readonly string[]): ChannelFlags | undefined {
  if (name === undefined || /^(-h|--?help|help)$/.test(name)) return undefined;
  const channel = CHANNELS.find((one) => one === name);
  if (channel === undefined) throw new FlagError(`There is no channel ${name}: ${CHANNELS.join(', ')} are there`);
  const { values, rest, wantsHelp, problem } = parseGoFlags(words.map(withDashes), FLAGS[channel]);
  if (wantsHelp) return undefined;
  if (problem !== undefined) throw new FlagError(problem);
  if (rest.length > 0) throw new FlagError(`${rest[0]} is not understood`);
  const one = (flag: string) => values.get(flag)?.at(-1);
  const socket = one('session-socket');
  if (!socket) throw new FlagError('The flag --session-socket is needed');
  return {
    channel,
    socket,
    one,
    many: (flag) =>
      (values.get(flag) ?? [])
        .flatMap((value) => value.split(','))
        .map((value) => value.trim())
        .filter(Boolean),
    streams: one('no-stream') !== 'true' && one('stream') !== 'false',
  };
}

/** `--session_socket` is `--session-socket`; what follows `=` stays. */
function withDashes(word: string): string {
  const [, flag, value = ''] = /^(--?[A-Za-z][\w-]*)(=[\s\S]*)?$/.exec(word) ?? [];
  return flag === undefined ? word : flag.replaceAll('_', '-') + value;
}
