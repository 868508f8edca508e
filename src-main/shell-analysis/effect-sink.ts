import type { DoubtCause } from './doubt-sentences.ts';
import type { EffectKind, Word } from './model.ts';

/** Receiver of what a program's declaration says about its effects. */
export interface EffectSink {
  effect(kind: EffectKind, target: string | undefined, word?: Word): void;
  doubt(cause: DoubtCause, word?: Word): void;
}
