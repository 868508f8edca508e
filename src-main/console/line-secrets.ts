import { addressSecrets } from '#core/secrets/address-secrets';
import { isSecretName, isSecretVariable } from '#core/secrets/secret-variables';

/** `NAME=value` anywhere in a line but in an address or an option's name; values that a shell would expand are left out. */
const ASSIGNED = /(?<![\w$?&./:-])([A-Za-z_]\w*)=(?:"([^"$`]+)"|'([^']+)'|["']?([^\s"'`$;&|()<>]+)(?![$`\w]))/g;

/** The values that a line gives to variables and that are secret, by the variable's name or as an address with a password. */
export function secretValuesIn(line: string): readonly string[] {
  return [...line.matchAll(ASSIGNED)].flatMap(([, name = '', ...values]) =>
    values.filter((value) => value !== undefined && isSecretVariable(name, value)),
  );
}

/** The value of `NAME=value` if it is secret, as a list of one or none. */
export function assignedSecret(assignment: string): string[] {
  const at = assignment.indexOf('=');
  const [name, value] = [assignment.slice(0, at), assignment.slice(at + 1)];
  return at > 0 && isSecretVariable(name, value) ? [value] : [];
}

/** A word that is a header, whichever option it stands behind: programs that are attached have their own. */
const HEADER = /^[\w-]+:\s+\S/;
/** Name of a header alone, behind which the colon and the value were forgotten. */
const HEADER_NAME = /^[A-Z][a-z]*(?:-[A-Z][a-z]*)*$/;

/** The secrets in the words behind `attach`: values of variables and of headers, and logins of addresses. */
export function attachSecretsIn(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const isHeader = /^--?header$/.test(words[at - 1] ?? '');
    const header = isHeader ? word : /^--?header=([\s\S]*)$/.exec(word)?.[1];
    if (header !== undefined) return headerSecret(header);
    if (HEADER.test(word)) return headerSecret(word);
    return [...assignedSecret(word.replace(/^--?env=/, '')), ...addressSecrets(word)];
  });
}

/** The value of a header that logs somebody in, without its scheme; of what is no header the last word, which may be meant as one. */
function headerSecret(text: string): string[] {
  const [, name, value = ''] = /^([\w-]+):\s*([\s\S]*)$/.exec(text) ?? [];
  const last = text.trim().split(/\s+/).at(-1) ?? '';
  if (name === undefined) return HEADER_NAME.test(last) ? [] : [last];
  const isSecret = isSecretName(name) || /authorization|cookie/i.test(name);
  return isSecret ? [value.replace(/^\w+ +/, '').trim()] : [];
}
