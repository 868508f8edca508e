/** UTF-8 bytes of a token, of English and code on average; what a model really counts is known after its first reply alone. */
const BYTES_PER_TOKEN = 4;

/** About how many tokens a text costs. */
export function textTokens(text: string): number {
  return tokensOfBytes(Buffer.byteLength(text));
}

/** About how many tokens so many bytes of text cost. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}
