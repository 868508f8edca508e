import type { Completion } from '#contract';
import type { StyledText } from '../screen/screen-lines.ts';
import { searchPrompt } from './editor.ts';
import type { Key } from './keys.ts';
import type { LineState } from './line-state.ts';
import type { LineView } from './line-view.ts';

/** Time that a person needs to see that a question has come, in milliseconds. */
export const SETTLE_MS = 300;

export interface LineReadOptions {
  readonly prompt: StyledText;
  readonly hint?: string;
  /** Whether the input stays invisible: a key, a passphrase. */
  readonly isHidden?: boolean;
  readonly text?: string;
  /** The newest first. */
  readonly history?: readonly string[];
  readonly complete?: (text: string, cursor: number) => Promise<Completion>;
  /** Ctrl+O; what is typed stays. */
  readonly onShow?: () => void;
  /** Shift+Tab; what is typed stays. */
  readonly onPermission?: () => void;
  /** Called on Ctrl+X; what it returns is put into the line. Never rejects. */
  readonly onTakeBack?: () => Promise<string | undefined>;
  /** Takes the question back. */
  readonly signal?: AbortSignal;
}

/** A line, or what ended it: a key of its own, or `signal`. */
export type ReadResult =
  | { readonly kind: 'line'; readonly text: string }
  /** `text`: what was typed by then. */
  | { readonly kind: 'withdrawn'; readonly text?: string }
  | { readonly kind: 'interrupt' | 'end' | 'mode' };

/** Receiver of input: keys, or for a program's terminal the bytes as they are. */
export type InputReceiver = { readonly onKey: (key: Key) => void } | { readonly onBytes: (bytes: Uint8Array) => void };

/** A line that is being read. */
export interface OpenLine {
  readonly options: LineReadOptions;
  readonly view: LineView;
  readonly finish: (read: ReadResult) => void;
  /** A question hears nothing before: it was typed for something else. */
  readonly deafUntil: number;
  state: LineState;
}

/** Visible content of a line. */
export function visibleLine({ options, state }: OpenLine) {
  const { text, cursor, search } = state;
  const prompt = search ? { text: searchPrompt(search) } : options.prompt;
  if (options.isHidden) return { prompt, text: '', cursor: 0 };
  return { prompt, text, cursor, hint: search ? undefined : options.hint };
}

/** The lines of one question; disposing it gives the keys back to what is below. */
export interface QuestionReader extends Disposable {
  read(options: LineReadOptions): Promise<ReadResult>;
}
