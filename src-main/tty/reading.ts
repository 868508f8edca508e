import type { Completion } from '#contract';
import type { Shown } from './screen-lines.ts';

export interface ReadOptions {
  readonly prompt: Shown;
  readonly hint?: string;
  /** What was typed stays invisible: a key, a passphrase. */
  readonly isHidden?: boolean;
  readonly text?: string;
  /** The newest first. */
  readonly history?: readonly string[];
  readonly complete?: (text: string, cursor: number) => Promise<Completion>;
  /** Ctrl+O; what is typed stays. */
  readonly onShow?: () => void;
  /** Takes the question back. */
  readonly signal?: AbortSignal;
}

/** A line, or what ended it: a key of its own, or `signal`. */
export type Read =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'interrupt' | 'end' | 'mode' | 'permission' | 'withdrawn' };

/** The lines of one question; disposing it gives the keys back to what is below. */
export interface Questioning extends Disposable {
  read(options: ReadOptions): Promise<Read>;
}
