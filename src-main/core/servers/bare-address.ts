import { percentDecoded } from '../text/percent-decoded.ts';

interface BareAddress {
  readonly address: URL;
  /** The header `Authorization` that the name and password stood for (RFC 7617); undefined where there were none. */
  readonly basic: string | undefined;
}

/** Takes the name and password out of an address, with which no request is sent. @throws TypeError for what is no address */
export function bareAddress(url: string): BareAddress {
  const address = new URL(url);
  const basic = basicOf(address);
  [address.username, address.password] = ['', ''];
  return { address, basic };
}

/** The header `Authorization` that the name and password of an address stand for; undefined where there are none. */
export function basicOf({ username, password }: Pick<URL, 'username' | 'password'>): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** The headers, with that one where none of its name is among them. */
export function withBasic(
  headers: Readonly<Record<string, string>>,
  basic: string | undefined,
): Readonly<Record<string, string>> {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return basic === undefined || isGiven ? headers : { ...headers, Authorization: basic };
}
