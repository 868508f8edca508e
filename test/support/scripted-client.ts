import type { RequestedCall, TokenUsage } from '#contract';
import type { ModelClient, ModelEvent, ModelReply, ModelRequest } from '#llm';

/** One reply: its events, or a function that streams them and may wait on the way. */
export type ScriptedReply = readonly ModelEvent[] | ((signal: AbortSignal) => AsyncIterable<ModelEvent>);

export interface ScriptedClient extends ModelClient {
  /** Requests that it received, one for each reply. */
  readonly requests: ModelRequest[];
}

const USAGE: TokenUsage = { prompt: 10, completion: 5, total: 15 };

/** A model that gives the replies in order; asked once more than it has, it fails the reply. */
export function scriptedClient(replies: readonly ScriptedReply[]): ScriptedClient {
  const requests: ModelRequest[] = [];
  return {
    name: 'scripted',
    model: 'script-1',
    requests,
    async *stream(request, signal) {
      const reply = replies[requests.length];
      requests.push(structuredClone(request));
      if (!reply)
        yield { type: 'failed', failure: { code: 'server', message: 'the script has ended', retryable: false } };
      else if (typeof reply === 'function') yield* reply(signal);
      else yield* reply;
    },
  };
}

/** A whole reply in text, streamed in two pieces. */
export function says(text: string, more: Partial<ModelReply> = {}): ModelEvent[] {
  const middle = Math.ceil(text.length / 2);
  const pieces = [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
  const reply: ModelReply = { model: 'script-1', text, calls: [], finish: 'stop', usage: USAGE, ...more };
  return [...pieces.map((piece) => ({ type: 'text', text: piece }) as const), { type: 'done', reply }];
}

/** A reply that calls tools. */
export function calls(...requested: readonly RequestedCall[]): ModelEvent[] {
  return says('', { calls: requested, finish: 'tool-calls' });
}

export function call(tool: string, args: unknown = {}, callId = `call-${tool}`): RequestedCall {
  return { callId, tool, arguments: typeof args === 'string' ? args : JSON.stringify(args) };
}

export function fails(code: Extract<ModelEvent, { type: 'failed' }>['failure']['code'], message: string): ModelEvent {
  return { type: 'failed', failure: { code, message, retryable: true } };
}

/** Streams `text` and then nothing more until it is stopped; `onTaken` is called when the text has been taken. */
export function hangsAfter(text: string, onTaken: () => void = () => {}): ScriptedReply {
  return async function* (signal) {
    if (text !== '') yield { type: 'text', text };
    onTaken();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    yield fails('cancelled', 'stopped');
  };
}
