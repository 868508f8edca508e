import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import type { FailureOrigin } from '../model-client.ts';

export interface ConnectionError {
  /** One sentence with the address. */
  readonly message: string;
  /** The system's own word for it. */
  readonly detail: string;
  /** Whether it may be gone in a moment. */
  readonly isTransient: boolean;
  readonly origin?: FailureOrigin | undefined;
}

/** Sentences by error code of Node and undici. `%` stands for the address. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'There is no socket at %',
  EACCES: 'The socket at % may not be opened by this user',
  ECONNREFUSED: 'Nothing answers at % (connection refused)',
  ENOTFOUND: 'The name of the server in % is not known',
  EAI_AGAIN: 'The name of the server in % cannot be looked up: no network, or no name server',
  ENETUNREACH: 'There is no network route to %',
  EHOSTUNREACH: 'There is no network route to %',
  ETIMEDOUT: '% does not answer (connection timed out)',
  UND_ERR_CONNECT_TIMEOUT: '% does not answer (connection timed out)',
  ECONNRESET: '% closed the connection without an answer',
  EPIPE: '% closed the connection without an answer',
  UND_ERR_SOCKET: '% closed the connection without an answer',
};

const CERTIFICATE_CODES =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_|CERT_|ERR_TLS_CERT|CRL_|HOSTNAME_MISMATCH|INVALID_CA)/;
const NOT_TLS_CODES = /^(EPROTO|ERR_SSL_)/;
const NOT_HTTP_CODES = /^HPE_/;

/** Says in one sentence why there was no answer. `fetch failed` never does: the reason is in its cause. */
export function explainConnectionError(error: unknown, address: string): ConnectionError {
  const causes = [...causesOf(error)];
  const cause = causes.find((one) => systemCodeOf(one) !== undefined) ?? causes.at(-1);
  const code = systemCodeOf(cause);
  const detail = code ?? messageOf(cause);
  const sentence = code === undefined ? undefined : SENTENCES[code];
  if (sentence !== undefined) return { message: sentence.replace('%', () => address), detail, isTransient: true };
  if (code !== undefined && CERTIFICATE_CODES.test(code)) {
    const message = `The certificate of ${address} is not trusted: ${messageOf(cause)}`;
    return { message, detail, isTransient: false, origin: { kind: 'certificate' } };
  }
  if (code !== undefined && NOT_TLS_CODES.test(code)) {
    const message = `${address} does not speak TLS: is it http:// instead of https://?`;
    return { message, detail, isTransient: false, origin: { kind: 'wrong-protocol' } };
  }
  if (code !== undefined && NOT_HTTP_CODES.test(code)) {
    const message = `${address} does not answer in HTTP: is it https://, or another port?`;
    return { message, detail, isTransient: false, origin: { kind: 'wrong-protocol' } };
  }
  if (messageOf(cause) === 'bad port') {
    const message = `The port in ${address} is one that web clients refuse to use (Fetch standard, "port blocking")`;
    return { message, detail: 'bad port', isTransient: false };
  }
  const message = `${address} could not be reached: ${messageOf(cause)}`;
  return { message, detail, isTransient: false, origin: configurationAt(cause) };
}

function configurationAt(cause: unknown): FailureOrigin | undefined {
  const advice = cause instanceof AppError ? cause.detail?.advice : undefined;
  return advice === undefined ? undefined : { kind: 'configuration', advice };
}

/** The error, its causes, and what an AggregateError holds (both address families of one name). */
function* causesOf(error: unknown, depth = 0): Generator<unknown, void> {
  yield error;
  if (!(error instanceof Error) || depth > 5) return;
  if (error.cause !== undefined) yield* causesOf(error.cause, depth + 1);
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one, depth + 1);
}
