import { BlockList, isIP } from 'node:net';
import { isLoopbackHost } from '#core/servers/loopback';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for `url` by the environment's HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY (lower case first, as curl does),
 * or `undefined`. This machine itself is never asked through a proxy.
 */
export function proxyFor(url: URL, environment: Environment): string | undefined {
  if (isLoopback(url.hostname) || isExempt(url, read(environment, 'no_proxy') ?? '')) return undefined;
  const own = read(environment, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy');
  const proxy = own ?? read(environment, 'all_proxy');
  if (proxy === undefined) return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/** `localhost` and its subdomains, 127.0.0.0/8, ::1, and 0.0.0.0, which connects to this machine as well. */
export function isLoopback(hostname: string): boolean {
  const host = bare(hostname);
  return isLoopbackHost(host) || host.endsWith('.localhost') || host === '0.0.0.0';
}

function read(environment: Environment, name: string): string | undefined {
  const value = environment[name] ?? environment[name.toUpperCase()];
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

/** Entries are names (with all below them), `*.name`, `.name`, addresses, address ranges, each with an optional port, or `*`. */
function isExempt(url: URL, noProxy: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      // The end of an IPv6 address is no port.
      const withPort = isIP(entry) === 6 ? null : /^(.*[^:]):(\d+)$/.exec(entry);
      const name = withPort?.[1] ?? entry;
      return (withPort === null || withPort[2] === port) && matches(bare(url.hostname), name.toLowerCase());
    });
}

function matches(host: string, entry: string): boolean {
  if (entry.includes('/')) return isInRange(host, entry);
  const family = isIP(bare(entry));
  // An address may be written in several ways.
  if (family !== 0) return isInRange(host, `${bare(entry)}/${family === 4 ? 32 : 128}`);
  const name = bare(entry).replace(/^\*?\./, '');
  return host === name || host.endsWith(`.${name}`);
}

function isInRange(host: string, range: string): boolean {
  const [address = '', bits = ''] = range.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family || !/^\d+$/.test(bits)) return false;
  const list = new BlockList();
  try {
    list.addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  } catch {
    return false;
  }
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
