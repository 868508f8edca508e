/** Failure of a tool. `message` goes to the log and reveals nothing of its arguments; `detail` may. */
export class ToolFailure extends Error {
  readonly detail: string | undefined;

  constructor(message: string, detail?: string) {
    super(message);
    this.detail = detail === '' ? undefined : detail;
  }
}

/** Bytes of a failed answer that are quoted. */
export const DETAIL_BYTES = 1024;
/** Longest answer of a tool, in bytes. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
