import { AppError, messageOf } from '#core/app-error';

/** A refusal as it goes over the wire, in OpenAI's form. */
export class HttpFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, code: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  get body(): { readonly error: { readonly message: string; readonly type: string; readonly code: string } } {
    const type = this.status < 500 ? 'invalid_request_error' : 'api_error';
    return { error: { message: this.message, type, code: this.code } };
  }
}

const STATUS: Readonly<Record<AppError['code'], number>> = {
  INVALID_INPUT: 400,
  DENIED: 403,
  NOT_FOUND: 404,
  CANCELLED: 409,
  CONFLICT: 409,
  LIMIT_EXCEEDED: 429,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
};

/** Whatever was thrown, as an answer; undefined for what is a fault of ours and not to be told. */
export function failureOf(error: unknown): HttpFailure | undefined {
  if (error instanceof HttpFailure) return error;
  if (!(error instanceof AppError)) return undefined;
  const { advice } = error.detail ?? {};
  const text = advice === undefined ? messageOf(error) : `${messageOf(error)}. ${advice}`;
  return new HttpFailure(STATUS[error.code], text, error.code.toLowerCase());
}
