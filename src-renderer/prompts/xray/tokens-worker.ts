/** Counts tokens off the page's thread: the tables of the encoding are some megabytes. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

export interface TokenQuestion {
  readonly id: number;
  readonly texts: readonly string[];
}

export interface TokenAnswer {
  readonly id: number;
  readonly counts: readonly number[];
}

self.onmessage = ({ data }: MessageEvent<TokenQuestion>) => {
  const counts = data.texts.map((text) =>
    countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }),
  );
  self.postMessage({ id: data.id, counts } satisfies TokenAnswer);
};
