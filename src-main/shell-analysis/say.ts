import type { DoubtCause } from './doubt-sentences.ts';
import type { EffectKind, Word } from './model.ts';

/** Where a program's declaration says what it does. */
export interface Say {
  effect(kind: EffectKind, target: string | undefined, word?: Word): void;
  doubt(cause: DoubtCause, word?: Word): void;
}
