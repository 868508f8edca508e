/** A short name for the server at an address: `openai`, `local`, else the name before the top-level domain. */
export function serverName(baseUrl: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : 'model';
  if (host === 'api.openai.com') return 'openai';
  const isNumber = /^[\d.]+$|^\[/.test(host);
  return isNumber || host === 'localhost' ? 'local' : (host.split('.').at(-2) ?? host);
}
