import { PRESETS, PROFILE_NAME } from '#contract/profile-presets';

/**
 * A short name for the server at an address: `openai`, `local`, also for a socket, else the name before the top-level
 * domain, or `model` where a profile may not be called so.
 */
export function serverName(baseUrl: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : 'model';
  if (host === new URL(PRESETS.openai.baseurl).hostname) return 'openai';
  const isNumber = /^[\d.]+$|^\[/.test(host);
  if (isNumber || host === 'localhost' || host === '') return 'local';
  const name = host.split('.').at(-2) ?? host;
  return PROFILE_NAME.test(name) ? name : 'model';
}
