/** Pattern of names of variables that mean a secret: keys, tokens, passwords. */
const SECRET =
  /KEYS?$|(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?(_|$)|(^|_)(API_?KEY|KEYS?|TOKENS?|SECRETS?|PASS|PW|CREDENTIALS?|COOKIES?|BEARER|PAT)(_|$)|_(PWD|AUTH)$/i;
const URL_WITH_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s:]*:[^/@\s]+@/i;

/** Whether the name of a variable means that its value is a secret and must not be recorded. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** Whether a header of this name logs somebody in; headers have dashes where variables have underscores. */
export function isSecretHeader(name: string): boolean {
  return isSecretName(name.replaceAll('-', '_')) || /authorization|cookie/i.test(name);
}

/** Whether a text begins with an address that has a password in it. */
export function isUrlWithPassword(text: string): boolean {
  return URL_WITH_PASSWORD.test(text);
}
