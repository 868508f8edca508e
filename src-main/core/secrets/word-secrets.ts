import { addressSecrets } from './address-secrets.ts';
import { isSecretHeader, isSecretVariable } from './secret-variables.ts';

/** The value of `NAME=value` if it is secret, as a list of one or none. */
export function assignedSecret(assignment: string): string[] {
  const at = assignment.indexOf('=');
  const [name, value] = [assignment.slice(0, at), assignment.slice(at + 1)];
  const isSecret = FLAG.test(name) ? isSecretFlag(name) : isSecretVariable(name, value);
  return at > 0 && isSecret ? [value] : [];
}

const FLAG = /^--?[A-Za-z][\w-]*$/;
/** Flags that name a place for a secret, in place of the secret. */
const NAMES_PLACE = /(?:file|path|dir|name|id)$/i;

const isSecretFlag = (flag: string): boolean => isSecretHeader(flag.replace(/^-+/, '')) && !NAMES_PLACE.test(flag);

/** A word that is a header, whichever option it stands behind: programs that are attached have their own. */
const HEADER = /^[\w-]+:\s+\S/;
/** Name of a header alone, behind which the colon and the value were forgotten. */
const HEADER_NAME = /^[A-Z][a-z]*(?:-[A-Z][a-z]*)*$/;

/** The secrets in the words of a program, or behind `attach`: values of variables, flags and headers, and logins of addresses. */
export function secretsInWords(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1] ?? '';
    const isHeader = /^--?header$/.test(before);
    const header = isHeader ? word : /^--?header=([\s\S]*)$/.exec(word)?.[1];
    if (header !== undefined) return headerSecret(header);
    if (HEADER.test(word)) return headerSecret(word);
    if (FLAG.test(before) && isSecretFlag(before) && !word.startsWith('-')) return [word];
    return [...assignedSecret(word.replace(/^--?env=/, '')), ...addressSecrets(word)];
  });
}

/** The value of a header that logs somebody in, without its scheme; of what is no header the last word, which may be meant as one. */
function headerSecret(text: string): string[] {
  const [, name, value = ''] = /^([\w-]+):\s*([\s\S]*)$/.exec(text) ?? [];
  const last = text.trim().split(/\s+/).at(-1) ?? '';
  if (name === undefined) return HEADER_NAME.test(last) ? [] : [last];
  return isSecretHeader(name) ? [value.replace(/^\w+ +/, '').trim()] : [];
}
