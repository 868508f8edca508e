import { isSecretName, isUrlWithPassword } from '#contract/secret-names';

/** Proxies that ask for a password are of no use without it. */
const PROXY = /_proxy$/i;

/** Whether a variable of the environment is a key, a token or a password, by its name, or an address with a password. */
export function isSecretVariable(name: string, value: string): boolean {
  return isSecretName(name) || (!PROXY.test(name) && isUrlWithPassword(value));
}
