/** Permissions of a file in octal, as chmod(1) takes them: at least three digits. */
export function octalMode(mode: number): string {
  return mode.toString(8).padStart(3, '0');
}
