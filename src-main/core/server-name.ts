/** A short name for the server at an address: `openai`, `local`, else the name before the top-level domain. */
export function serverName(baseUrl: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : 'model';
  if (host === 'api.openai.com') return 'openai';
  const isNumber = /^[\d.]+$|^\[/.test(host);
  return isNumber || host === 'localhost' ? 'local' : (host.split('.').at(-2) ?? host);
}

/** Whether the server is on this machine, where most want no key. */
export function isOnThisMachine(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}
