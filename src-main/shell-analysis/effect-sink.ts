import type { DoubtCause } from './doubt-sentences.ts';
import type { EffectKind, Word } from './model.ts';

/** Receiver of what a program's declaration says about its effects. */
export interface EffectSink {
  /** Whether the program is given an input, by a pipe or a redirection. */
  readonly isFed: boolean;
  /** `ifFolder` is the path that has to be a folder for it, which the disk alone says. */
  effect(kind: EffectKind, target: string | undefined, word?: Word, ifFolder?: string): void;
  doubt(cause: DoubtCause, word?: Word): void;
}
