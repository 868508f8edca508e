const SECRET = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL)S?($|_)/i;

/** Whether a variable's name says that its value is for no record. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}
