/**
 * JavaScript with its characters beyond ASCII written as escapes, which mean the same in strings, templates, regular expressions
 * and names. V8 keeps such a text in half the memory, and reads it in half the time. Not for tagged templates that read `raw`.
 */
export function asciiOnly(code: string): string {
  return code.replace(/(\\*)(\P{ASCII})/gu, (_, slashes: string, character: string) => {
    // An odd one escapes the character, which stands for itself then.
    const kept = slashes.length % 2 === 1 ? slashes.slice(1) : slashes;
    const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return `${kept}${units.join('')}`;
  });
}
