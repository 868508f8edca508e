/** Words in the place of what is not to be seen. */
const BLANK = 'REMOVED';

/** `user:password@` of an address; a name alone is none. */
const LOGIN = /(:\/\/[^\s/@:"']*):[^\s/@"']*@/g;
/** `https://token@host`: what stands alone before the `@` is a token more often than a name. */
const TOKEN = /(https?:\/\/)[^\s/@:"']+@/gi;
const SECRET_LINE = /^(\s*(?:extraheader|password|token|\w*secret\w*|cookie\w*)\s*=).*$/gim;

/** The text of a repository's configuration without passwords, tokens and headers that log somebody in. */
export function blankedGitConfig(text: string): string {
  return text.replace(SECRET_LINE, `$1 ${BLANK}`).replace(LOGIN, `$1:${BLANK}@`).replace(TOKEN, `$1${BLANK}@`);
}
