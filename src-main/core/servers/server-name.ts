import { PRESETS } from '#contract/profile-presets';

/** A short name for the server at an address: `openai`, `local`, else the name before the top-level domain. */
export function serverName(baseUrl: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : 'model';
  if (host === new URL(PRESETS.openai.baseurl).hostname) return 'openai';
  const isNumber = /^[\d.]+$|^\[/.test(host);
  return isNumber || host === 'localhost' ? 'local' : (host.split('.').at(-2) ?? host);
}
