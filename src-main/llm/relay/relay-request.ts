import { abortableDelay } from '#core/async/abort';
import type { RefusedParameters } from '#protocols';
import { RequestFailure } from '../failures/request-failure.ts';
import { type Backoff, backoffMs } from '../failures/retry-delay.ts';
import { StalledError, StallWatch } from '../stream/stall-watch.ts';
import type { CompletionBody, RelayOptions } from './relay.ts';

const BACKOFF: Backoff = { retries: 3, firstMs: 500, maxMs: 8000 };

export interface RelayRequest {
  readonly options: RelayOptions;
  readonly address: string;
  readonly refused: RefusedParameters;
  readonly body: CompletionBody;
  readonly send: (body: CompletionBody) => Promise<Response>;
  readonly signal: AbortSignal;
}

/**
 * The parts that `read` makes of the service's answer: asked for again after failures that pass, while nothing has come, and without what
 * the service refuses. @throws RequestFailure
 */
export async function* readPatiently<T>(
  asking: RelayRequest,
  read: (response: Response) => AsyncIterable<T>,
): AsyncGenerator<T, void> {
  const { options, signal } = asking;
  const { backoff = BACKOFF, log } = options;
  let hasBegun = false;
  for (let attempt = 1; ; attempt++) {
    try {
      for await (const part of read(await askFittingly(asking))) {
        hasBegun = true;
        yield part;
      }
      return;
    } catch (error) {
      const isOver = hasBegun || attempt > backoff.retries;
      if (isOver || !(error instanceof RequestFailure) || !error.isTransient) throw error;
      signal.throwIfAborted();
      const delayMs = error.retryAfterMs ?? backoffMs(backoff, attempt, Math.random);
      log.info('ai.retried', { attempt, delayMs, message: error.message });
      await abortableDelay(delayMs, signal);
    }
  }
}

/** Asks again for as long as a refusal names something else that can be left out. */
async function askFittingly(asking: RelayRequest): Promise<Response> {
  for (;;) {
    const response = await askOnce(asking);
    if (response !== undefined) return response;
  }
}

/** Asks without what the service is known to refuse; `undefined` once more of that was learnt. */
async function askOnce(asking: RelayRequest): Promise<Response | undefined> {
  const { refused, options } = asking;
  const without = refused.leftOut;
  const body = refused.apply(asking.body);
  try {
    const response = await sendRequest(asking, body);
    refused.answered(without);
    return response;
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const isRefusal = error.status === 400 || error.status === 422;
    const parameter = isRefusal ? refused.learnFrom(error.message, body) : undefined;
    if (parameter === undefined) {
      refused.failed(without);
      throw error;
    }
    options.log.info('ai.parameter.left-out', { model: String(body.model), parameter });
    return undefined;
  }
}

async function sendRequest({ options, address, send, signal }: RelayRequest, body: CompletionBody): Promise<Response> {
  const response = await withStallWatch(new StallWatch(options.stallMs), send(body), { address, signal, options });
  if (!/html/i.test(response.headers.get('content-type') ?? '')) return response;
  await response.body?.cancel().catch(() => {});
  throw new RequestFailure('server', `${address} answered with a web page instead of a model's reply`);
}

type RelayContext = Pick<RelayRequest, 'address' | 'signal' | 'options'>;

/** Runs work within the time that a service may be silent. @throws RequestFailure */
export async function withStallWatch<T>(
  watch: StallWatch,
  work: Promise<T>,
  { address, signal, options }: RelayContext,
): Promise<T> {
  try {
    return await watch.waitFor(work, signal);
  } catch (error) {
    if (!(error instanceof StalledError)) throw error;
    const seconds = Math.round(options.stallMs / 1000);
    throw new RequestFailure('stalled', `${address} sent nothing for ${seconds} s`, { retryable: true });
  }
}
