/** Finds credentials in the text of a git configuration. */

/** `user:password@` of an address, or a name alone so long that it is a token. */
const ADDRESS = /\b(?:https?|ftps?):\/\/(?:[^/\s"'@:]*:[^/\s"'@]+|[^/\s"'@:]{20,})@/i;
/** Settings whose value is a secret, or a text of its own that is run for one; what stands before them in the line comes first. Line ends are no blanks here: a file of nothing else would take minutes. */
const SETTING =
  /(^|\])([^\S\r\n\u2028\u2029]*(?:extraheader|\w*(?:password|passwd|token|secret|apikey)))\s*=|(^|\])([^\S\r\n\u2028\u2029]*helper)\s*=\s*"?!/im;

/** Whether the text of a configuration contains a password, a token or an authentication header. */
export const holdsLogin = (config: string): boolean => ADDRESS.test(config) || SETTING.test(config);

/** Names and passwords of any address. */
const ANY_ADDRESS = /\b((?:https?|ftps?):\/\/)[^/\s"'@]+@/gi;
/** A line with those that continue it. */
const LOGICAL_LINE = /(?:[^\\\n]|\\[\s\S])*\n?/g;

/**
 * The text of a configuration without what logs somebody in: a comment stands in the place of such a setting. Nothing of it where
 * that cannot be told apart, as in a text that git would not read.
 */
export function withoutLogins(config: string): string {
  const left = redactConfig(config);
  return holdsLogin(left) ? '' : left;
}

function redactConfig(config: string): string {
  return config.replace(LOGICAL_LINE, (line) => {
    const [found, before = '', key = '', beforeHelper = '', helper = ''] = SETTING.exec(line) ?? [];
    if (found === undefined) return line.replace(ANY_ADDRESS, '$1removed@');
    const at = line.indexOf(found);
    const name = `${key}${helper}`.trim();
    return `${line.slice(0, at)}${before}${beforeHelper} # ${name}: removed${line.endsWith('\n') ? '\n' : ''}`;
  });
}
