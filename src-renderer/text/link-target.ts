/** Target of a link. */
export interface LinkTarget {
  /** The full address, normalised. */
  readonly address: string;
  /** The host in ASCII letters, as it is asked for; of an e-mail address, what stands behind its @. */
  readonly host: string;
  /** Sentence about what is odd about it. */
  readonly warning: string | undefined;
}

/**
 * Determines the target of an address; `undefined` for one that must not be opened: other schemes than http, https and
 * mailto.
 */
export function linkTarget(written: string): LinkTarget | undefined {
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  if (url.protocol === 'mailto:') {
    const host = url.pathname.split('@').at(-1) ?? '';
    return { address: url.href, host, warning: oddHost(host) };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return { address: url.href, host: url.host, warning: oddUser(url) ?? oddHost(url.hostname) };
}

/** Whether the visible words of a link name another host than the one it leads to. */
export function namesAnotherHost(words: string, { host }: LinkTarget): boolean {
  const hosts = [...words.matchAll(NAMED)].filter(([name]) => !isFileName(name)).flatMap(([name]) => hostIn(name));
  return hosts.some((named) => bareHost(named) !== bareHost(host));
}

/** A host in running text, with its scheme where it has one. */
const NAMED = /(?:https?:\/\/[^\s/?#]+|(?:[\p{L}\p{N}_-]+[.。])+[\p{L}\p{N}-]{2,63}(?::\d{1,5})?)/giu;
/** Names such as README.md, which look like hosts. */
const FILE =
  /\.(c|cc|cpp|cs|css|csv|go|h|html?|java|jsx?|json|kt|lock|log|md|mjs|php|pl|png|py|rb|rs|sh|sql|svg|toml|tsx?|txt|xml|ya?ml|zip)$/i;

const isFileName = (name: string) => !name.includes('://') && (FILE.test(name) || /^[\d.]+$/.test(name));
const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, '');

function hostIn(name: string): string[] {
  const address = name.includes('://') ? name : `https://${name}`;
  return URL.canParse(address) ? [new URL(address).host] : [];
}

function oddUser({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return 'The part before the @ is a user name, not the host.';
}

function oddHost(host: string): string | undefined {
  const isForeign = /(^|\.)xn--/i.test(host) || [...host].some((character) => character > '\u007f');
  return isForeign
    ? 'The name of this host has letters beyond a–z, which may look like others. This is its name in ASCII.'
    : undefined;
}
