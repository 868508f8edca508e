import { percentDecoded } from '../text/percent-decoded.ts';

/** Length from which on a name without a password is taken for a token, in characters, as in `https://<token>@host`. */
const TOKEN_LENGTH = 20;
const WITH_LOGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*@/i;

/** The password of an address, or a token that stands as its name, as written and decoded; none for what is no such address. */
export function addressSecrets(text: string): string[] {
  if (!WITH_LOGIN.test(text) || !URL.canParse(text)) return [];
  const { username, password } = new URL(text);
  const secret = password === '' && username.length >= TOKEN_LENGTH ? username : password;
  return secret === '' ? [] : [...new Set([secret, percentDecoded(secret)])];
}
