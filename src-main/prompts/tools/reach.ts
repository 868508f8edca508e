import { lookup as lookUpName } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { messageOf, systemCodeOf } from '#core/app-error';
import { kindOfAddress } from './address-rules.ts';
import { ToolFailure } from './tool-failure.ts';

export interface ReachSettings {
  /** Base of relative URLs. */
  readonly baseUrl?: string | undefined;
  /** Origins that may be loopback or private, such as `http://127.0.0.1:3000`; `host:port` for gRPC. */
  readonly allow: readonly string[];
}

/** Reach of a call: to an origin that a person named, also into private networks; never to link-local addresses. */
export type NetworkReach = 'open' | 'inside';

export type NameResolver = (name: string) => Promise<readonly string[]>;

/** @throws ToolFailure for a scheme that is not HTTP's */
export function reachOfUrl(url: URL, { baseUrl, allow }: ReachSettings): NetworkReach {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ToolFailure(`${url.protocol} is no scheme that tools are called by; http: and https: are`);
  }
  const known = [baseUrl, ...allow].map((text) => urlOf(text)?.origin);
  return known.includes(url.origin) ? 'inside' : 'open';
}

/** Determines the reach for a target `host:port`. */
export function reachOfTarget(target: string, { baseUrl, allow }: ReachSettings): NetworkReach {
  const known = [baseUrl, ...allow].map((text) => authorityOf(text));
  return known.includes(authorityOf(target)) ? 'inside' : 'open';
}

function urlOf(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}

/** Extracts host and port, whatever the scheme; `undefined` if there is no port. */
function authorityOf(text: string | undefined): string | undefined {
  const bare = text?.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#].*$/, '');
  if (bare === undefined || !/:\d+$/.test(bare) || !URL.canParse(`http://${bare}`)) return undefined;
  const { hostname } = new URL(`http://${bare}`);
  return `${hostname}:${Number(bare.slice(bare.lastIndexOf(':') + 1))}`;
}

export const resolveName: NameResolver = async (name) => {
  const found = await lookUpName(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/**
 * The addresses of a host that a call with this reach may connect to; those that it may not are left out.
 *
 * @throws ToolFailure when none is left, or the name is not known
 */
export async function reachable(
  hostname: string,
  reach: NetworkReach,
  resolve: NameResolver,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolveHost(host, resolve) : [host];
  const kinds = addresses.map(kindOfAddress);
  const allowed = addresses.filter((_, at) => kinds[at] === 'open' || (reach === 'inside' && kinds[at] === 'inside'));
  if (allowed.length > 0) return allowed;
  if (kinds.every((kind) => kind === 'never')) {
    throw new ToolFailure(`${hostname} is a link-local, multicast or metadata address, which no tool may call`);
  }
  throw new ToolFailure(`${hostname} lies in this machine or a private network: allow its origin in tools.allow first`);
}

async function resolveHost(host: string, resolve: NameResolver): Promise<readonly string[]> {
  try {
    const found = await resolve(host);
    if (found.length > 0) return found;
  } catch (error) {
    throw new ToolFailure(`${host} cannot be found: ${systemCodeOf(error) ?? messageOf(error)}`);
  }
  throw new ToolFailure(`${host} has no address`);
}

/** Creates a lookup for a socket, so that it connects to exactly the addresses that were checked. */
export function guardedLookup(reach: NetworkReach, resolve: NameResolver): LookupFunction {
  return (hostname, options, done) => {
    reachable(hostname, reach, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all === true) done(null, found);
        else done(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: Error) => done(error, '', 0),
    );
  };
}
