export interface RefusalMore {
  readonly headers?: Readonly<Record<string, string>>;
  /** OpenAI's own kind of it; absent if the server's own rule says it by the status. */
  readonly type?: string | undefined;
}

/** An answer other than 2xx of a server in OpenAI's form: thrown if it is known, sent where requests are answered. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  readonly code: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string | undefined;

  constructor(status: number, message: string, code: string | null, { headers = {}, type }: RefusalMore = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.type = type;
  }
}
