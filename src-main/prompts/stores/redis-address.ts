import type { ConnectionOptions } from 'node:tls';
import { AppError } from '#core/app-error';
import { percentDecoded } from '#core/text/percent-decoded';

/** Address of Redis in the form of its client. */
export interface RedisAddress {
  readonly host?: string;
  readonly port?: number;
  /** Path of a Unix socket. */
  readonly path?: string;
  readonly tls?: ConnectionOptions;
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
}

const DEFAULT_PORT = 6379;

/** `host`, `host:port`, `:port`, `redis://`, `rediss://`, `unix://` or the path of a socket. @throws AppError INVALID_INPUT */
export function parseRedisAddress(text: string): RedisAddress {
  const trimmed = text.trim();
  const socket = /^(?:unix:\/\/)?(?<path>\/.*)$/.exec(trimmed)?.groups?.path;
  if (socket !== undefined) return { path: socket };
  if (/^rediss?:\/\//i.test(trimmed)) return parseUrl(trimmed);
  const parts = /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<host>[\w.-]*))(?::(?<port>\d{1,5}))?$/i.exec(trimmed)?.groups;
  if (!parts || trimmed === '') throw unusableAddress();
  return { host: parts.six ?? (parts.host || '127.0.0.1'), port: portOf(parts.port) };
}

/** The address as it may be shown: without a password. */
export function shownAddress({ host, port, path, tls }: RedisAddress): string {
  if (path !== undefined) return path;
  const name = host?.includes(':') ? `[${host}]` : host;
  return `${tls ? 'rediss://' : ''}${name}:${port}`;
}

/** Formats the address that a person entered for display; never throws. */
export function shownRedisText(text: string): string {
  try {
    return shownAddress(parseRedisAddress(text));
  } catch {
    // Where the password ends is anybody's guess.
    return 'Redis (the address cannot be read)';
  }
}

function parseUrl(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const db = url?.pathname.slice(1) ?? '';
  if (!url?.hostname || !/^\d{0,6}$/.test(db)) throw unusableAddress();
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: portOf(url.port),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
    ...(url.username === '' ? {} : { username: percentDecoded(url.username) }),
    ...(url.password === '' ? {} : { password: percentDecoded(url.password) }),
    ...(db === '' ? {} : { db: Number(db) }),
  };
}

function portOf(text: string | undefined): number {
  const port = text ? Number(text) : DEFAULT_PORT;
  if (port < 1 || port > 65_535) throw unusableAddress();
  return port;
}

/** The text is not repeated: it may have a password. */
function unusableAddress(): AppError {
  return new AppError('INVALID_INPUT', 'The address of Redis cannot be used', {
    where: 'prompts.redis.addr',
    advice: 'Write host:port, redis://host:port, rediss://host:port or the path of a socket.',
  });
}
