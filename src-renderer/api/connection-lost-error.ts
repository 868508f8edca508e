/** The connection went away before an answer came; whether the host did what was asked is not known. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';

  constructor(
    message = 'The connection to Sigma Shell was lost before an answer came; look whether it happened, then try again.',
  ) {
    super(message);
  }
}
