export type TemplateErrorClass =
  /** The text is no template: Go's Parse fails. */
  | 'parse'
  /** Go's Execute fails. */
  | 'exec'
  /** A limit of ours was reached: time, depth, size. */
  | 'limit';

export interface TemplateErrorOptions {
  readonly class: TemplateErrorClass;
  /** The text it was found in. */
  readonly template: string;
  /** 1-based. */
  readonly line: number;
  /** 0-based, in UTF-8 bytes as Go counts; execution errors have one. */
  readonly column?: number | undefined;
  /** Offset in the text, in UTF-16 units. */
  readonly offset?: number | undefined;
  readonly endOffset?: number | undefined;
  /** The template that was being executed: a `{{define}}`d one differs from the text it stands in. */
  readonly executing?: string | undefined;
  /** The source of the node, as Go prints and cuts it. */
  readonly context?: string | undefined;
  /** The message without its place. */
  readonly detail: string;
  /** Output written before it. */
  readonly partial?: string | undefined;
  /** Limit that was exceeded; of class `limit`, except for `depth`, which is an error of Go's, too. */
  readonly limit?: 'time' | 'depth' | 'output' | 'aborted' | undefined;
  /** A field that is not there, where `missing` of `ExecuteOptions` forbids it: its dotted path from the root, else as written. */
  readonly missing?: string | undefined;
  readonly cause?: unknown;
}

/** Error of parsing or executing a template; `message` is worded as Go's is. */
export class TemplateError extends Error {
  readonly at: TemplateErrorOptions;
  constructor(message: string, at: TemplateErrorOptions) {
    super(message, { cause: at.cause });
    this.name = 'TemplateError';
    this.at = at;
  }
}
