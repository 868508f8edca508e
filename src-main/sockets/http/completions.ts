import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { TurnProgress } from '#contract';
import { HttpRefusal } from '#core/servers/http-refusal';
import type { Timers } from '../ports.ts';
import { EventStream } from './event-stream.ts';
import { bodyOf } from './http-failure.ts';

type FinalProgress = Extract<TurnProgress, { kind: 'ended' | 'withdrawn' }>;

/**
 * Answers a request for a completion in one piece: the model's last words alone. @throws HttpRefusal if there are none
 */
export async function answerWhole(
  progress: AsyncIterable<TurnProgress>,
  response: ServerResponse,
  sendJson: (value: unknown) => void,
): Promise<void> {
  let last: TurnProgress | undefined;
  for await (const one of progress) last = one;
  if (response.destroyed) return;
  const end = finishedOrRefuse(last);
  const { text, model, usage } = end;
  const tokens = usage && {
    usage: {
      prompt_tokens: usage.prompt,
      completion_tokens: usage.completion,
      total_tokens: usage.total,
    },
  };
  sendJson({
    ...headOf('chat.completion', model),
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finishReason(end) }],
    ...tokens,
  });
}

/** Answers a request for a completion piece by piece. What goes wrong after the first piece is told as an error in the stream, which ends all the same. */
export async function answerStreamed(
  progress: AsyncIterable<TurnProgress>,
  response: ServerResponse,
  timers: Partial<Timers> | undefined,
): Promise<void> {
  using stream = new EventStream(response, timers);
  const head = headOf('chat.completion.chunk', undefined);
  const send = async (delta: object, finish: string | null = null) =>
    await stream.send(JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] }));
  const words = new Words();
  await send({ role: 'assistant', content: '' });
  let last: TurnProgress | undefined;
  for await (const one of progress) {
    last = one;
    const more = words.take(one);
    if (more !== '') await send({ content: more });
  }
  if (response.destroyed) return;
  try {
    await send({}, finishReason(finishedOrRefuse(last)));
  } catch (error) {
    if (!(error instanceof HttpRefusal)) throw error;
    await stream.send(JSON.stringify(bodyOf(error)));
  }
  await stream.send('[DONE]');
  stream.end();
}

/** The words of a turn as they are streamed: those of one round and of the next stand in paragraphs of their own. */
class Words {
  /** Text of the round that goes on. */
  #round = '';
  #hasSpoken = false;
  #isNewRound = false;

  take(progress: TurnProgress): string {
    if (progress.kind === 'text') return this.#say(progress.text);
    if (progress.kind === 'returned') this.#isNewRound = true;
    if (progress.kind !== 'ended' || progress.outcome !== 'done') return '';
    // Whatever of the last words was not streamed.
    const { text } = progress;
    if (this.#isNewRound) return text === this.#round ? '' : this.#say(text);
    if (text.startsWith(this.#round)) return this.#say(text.slice(this.#round.length));
    // What was streamed was broken off and asked for again.
    this.#isNewRound = true;
    return this.#say(text);
  }

  #say(text: string): string {
    if (text === '') return '';
    const gap = this.#isNewRound && this.#hasSpoken ? '\n\n' : '';
    if (this.#isNewRound) this.#round = '';
    this.#isNewRound = false;
    this.#hasSpoken = true;
    this.#round += text;
    return gap + text;
  }
}

function finishedOrRefuse(last: TurnProgress | undefined): Extract<FinalProgress, { kind: 'ended' }> {
  if (last?.kind === 'withdrawn') throw new HttpRefusal(409, `The message was taken back: ${last.reason}`, 'withdrawn');
  if (last?.kind !== 'ended')
    throw new HttpRefusal(503, 'Sigma Shell ended before the answer was there', 'unavailable');
  const { outcome, text, error } = last;
  if (outcome === 'cancelled') throw new HttpRefusal(409, 'The turn was stopped', 'cancelled');
  // What a model refuses it says in words of its own.
  if (outcome === 'done' || (outcome === 'refused' && text !== '')) return last;
  if (outcome === 'refused') throw new HttpRefusal(403, error ?? 'What the turn needed was refused', 'refused');
  throw new HttpRefusal(502, `AI request failed: ${error ?? 'the model gave no answer'}`, 'turn_failed');
}

/** Reason by which a program knows that an answer was cut, and asks for the rest. */
function finishReason({ cut }: Pick<Extract<FinalProgress, { kind: 'ended' }>, 'cut'>): string {
  return cut === 'content-filter' ? 'content_filter' : (cut ?? 'stop');
}

function headOf(object: string, model: string | undefined) {
  const created = Math.floor(Date.now() / 1000);
  return { id: `chatcmpl-${randomUUID()}`, object, created, model: model ?? 'session' };
}
