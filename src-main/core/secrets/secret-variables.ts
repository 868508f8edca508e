/** Pattern of names of variables that mean a secret: keys, tokens, passwords. */
const SECRET =
  /KEYS?$|(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?(_|$)|(^|_)(API_?KEY|KEYS?|TOKENS?|SECRETS?|PASS|PW|CREDENTIALS?|COOKIES?|BEARER|PAT)(_|$)|_(PWD|AUTH)$/i;
/** Proxies that ask for a password are of no use without it. */
const PROXY = /_proxy$/i;
const URL_WITH_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s:]*:[^/@\s]+@/i;

/** Whether the name of a variable means that its value is a secret and must not be recorded. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** Whether a variable of the environment is a key, a token or a password, by its name, or an address with a password. */
export function isSecretVariable(name: string, value: string): boolean {
  return isSecretName(name) || (!PROXY.test(name) && URL_WITH_PASSWORD.test(value));
}

/** Whether a header of this name logs somebody in; headers have dashes where variables have underscores. */
export function isSecretHeader(name: string): boolean {
  return isSecretName(name.replaceAll('-', '_')) || /authorization|cookie/i.test(name);
}
