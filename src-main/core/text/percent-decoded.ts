/** Decodes percent-encoded UTF-8; text in which a percent sign encodes nothing stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
