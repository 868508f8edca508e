/** A place in a text: lines and columns from 1, in UTF-16 units. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface TextProblem extends TextRange {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Operations of an editor for its pane. */
export interface CodeHandle {
  focus(): void;
  /** Selects the range and brings it into view; the focus stays where it is. */
  select(range: TextRange): void;
}

export type CodeLanguage =
  | 'gotemplate'
  | 'ini'
  | 'javascript'
  | 'json'
  | 'markdown'
  | 'plaintext'
  | 'python'
  | 'shell'
  | 'typescript'
  | 'yaml';

export interface CodeProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly onChange?: (text: string) => void;
  /** The cursor was moved by the person. */
  readonly onCursor?: (line: number, column: number) => void;
  readonly onReady?: (handle: CodeHandle | undefined) => void;
  readonly problems?: readonly TextProblem[];
  /** Ranges that stand out. */
  readonly marks?: readonly TextRange[];
  readonly isReadOnly?: boolean;
  /** Grows with its text up to so many lines; fills its place where absent. */
  readonly maxLines?: number;
  readonly fontSize: number;
  /** Data that belongs to the text, for completion and explanation; see `contextOf`. */
  readonly context?: object;
}
