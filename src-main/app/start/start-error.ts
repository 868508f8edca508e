/** Error of a start that fails, or that was asked for something unknown; the message says what and what to do about it. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** 2 for a wrong command line, 1 for everything else. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}
