import { isSecretName } from '#core/secrets/secret-variables';

/** `NAME=value` anywhere in a line but in an address or an option's name; values that a shell would expand are left out. */
const ASSIGNED = /(?<![\w$?&./:-])([A-Za-z_]\w*)=(?:"([^"$`]+)"|'([^']+)'|["']?([^\s"'`$;&|()<>]+)(?![$`\w]))/g;

/** The values that a line gives to names that say that they are secret, whoever is to read the line. */
export function secretValuesIn(line: string): readonly string[] {
  return [...line.matchAll(ASSIGNED)].flatMap(([, name = '', ...values]) =>
    isSecretName(name) ? values.filter((value) => value !== undefined) : [],
  );
}
