import { isSecretVariable } from '#core/secrets/secret-variables';

/** `NAME=value` anywhere in a line but in an address or an option's name; values that a shell would expand are left out. */
const ASSIGNED = /(?<![\w$?&./:-])([A-Za-z_]\w*)=(?:"([^"$`]+)"|'([^']+)'|["']?([^\s"'`$;&|()<>]+)(?![$`\w]))/g;

/** The values that a line gives to variables and that are secret, by the variable's name or as an address with a password. */
export function secretValuesIn(line: string): readonly string[] {
  return [...line.matchAll(ASSIGNED)].flatMap(([, name = '', ...values]) =>
    values.filter((value) => value !== undefined && isSecretVariable(name, value)),
  );
}
