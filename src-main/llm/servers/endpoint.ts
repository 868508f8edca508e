/** Address of a server: over the network, or at a Unix socket. */
export interface Endpoint {
  readonly url: URL;
  readonly socketPath?: string;
}

const UNIX = /^unix:(?:\/\/)?(?=\/)/i;

/** The path of a Unix socket in an address such as `unix:/run/ai.sock`. */
export function socketPathOf(baseUrl: string): string | undefined {
  const address = baseUrl.trim();
  return UNIX.test(address) ? address.replace(UNIX, '') : undefined;
}

/** Endpoint of an address; a server on a socket has the paths of OpenAI's service. */
export function endpointOf(baseUrl: string): Endpoint {
  const socketPath = socketPathOf(baseUrl);
  return socketPath === undefined ? { url: new URL(baseUrl) } : { url: new URL('http://localhost/v1'), socketPath };
}
