/**
 * Characters that change what a person sees without being seen: controls (tab and line endings apart), bidi marks and overrides,
 * zero-width and tag characters, and line separators (Unicode Cc, Cf, Zl, Zp, and the fillers of anti-trojan-source).
 */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;
/** Joiners are part of ordinary emoji and of several scripts; there they are seen. */
const JOINED_EMOJI = /\p{Extended_Pictographic}\ufe0f?\u200d(?=\p{Extended_Pictographic})/gu;

/** The code points, such as `U+202E`, each once, in the order they first occur. */
export function hiddenCharacters(text: string): string[] {
  const seen = new Set<string>();
  for (const [character] of text.replace(JOINED_EMOJI, '').replaceAll('\r\n', '\n').matchAll(HIDDEN)) {
    if (character !== '\n' && character !== '\t') seen.add(nameOf(character));
  }
  return [...seen];
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
