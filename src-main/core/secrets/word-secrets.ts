import { isSecretHeader } from '#contract/secret-names';
import { addressSecrets } from './address-secrets.ts';
import { isSecretVariable } from './secret-variables.ts';

/** The value of `NAME=value` if it is secret, as a list of one or none. */
export function assignedSecret(assignment: string): string[] {
  const at = assignment.indexOf('=');
  const [name, value] = [assignment.slice(0, at), assignment.slice(at + 1)];
  if (at <= 0) return [];
  if (FLAG.test(name)) return isSecretFlag(name) && !isOrdinary(value) ? [value] : addressSecrets(value);
  return isSecretVariable(name, value) ? [value] : [];
}

const FLAG = /^--?[A-Za-z][\w-]*$/;
/** Flags that say where a secret is, or how one is used, in place of the secret. */
const IS_ABOUT =
  /(?:file|path|dir|name|id|env|var|variable|url|uri|endpoint|header|prefix|type|store|limit|count|ttl)$/i;
/** Flags that name a column or a field. */
const NAMES_FIELD = /(?:^|-)(?:sort|primary|foreign|partition|group|index|public)[-_]?keys?$/i;
/** Flags that stand alone, so that the word behind them is another matter. */
const SWITCH = /^--?(?:no|disable|enable|skip|without|with|use|allow|require|ignore)-/i;
/** Values that stand all over other texts, which would be full of holes: numbers, and paths. */
const ORDINARY = /^(?:\d{1,7}|(?:\.{0,2}|~|[A-Za-z]:)[/\\][\w./\\ -]*)$/;

const isOrdinary = (value: string): boolean => ORDINARY.test(value);

function isSecretFlag(flag: string): boolean {
  return isSecretHeader(flag.replace(/^-+/, '')) && !IS_ABOUT.test(flag) && !NAMES_FIELD.test(flag);
}

/** Whether the word behind this one is its secret. */
const isBeforeSecret = (word: string): boolean => FLAG.test(word) && isSecretFlag(word) && !SWITCH.test(word);

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
    if (isBeforeSecret(before) && !word.startsWith('-') && !isOrdinary(word)) return [word];
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
