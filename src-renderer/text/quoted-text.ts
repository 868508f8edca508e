/** The text that a JSON string in double quotes stands for; undefined for what is none. */
export function quotedText(quoted: string): string | undefined {
  if (!quoted.startsWith('"')) return undefined;
  try {
    const text: unknown = JSON.parse(quoted);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
