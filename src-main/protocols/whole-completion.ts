import type { CallDelta, FinishReason, OpenAiChunk, OpenAiUsage } from './anthropic/reply/openai-chunk.ts';

interface FunctionCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** Gathers the chunks of a streamed reply into the whole answer of OpenAI's protocol. */
export class WholeCompletion {
  readonly #text: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #thinking: unknown[] = [];
  readonly #calls = new Map<number, FunctionCall>();
  #signature: string | undefined;
  #finish: FinishReason = 'stop';
  #usage: OpenAiUsage | undefined;
  #head: Pick<OpenAiChunk, 'id' | 'created' | 'model'> | undefined;

  add(chunk: OpenAiChunk): void {
    const { id, created, model, usage } = chunk;
    this.#head = { id, created, model };
    this.#usage = usage ?? this.#usage;
    const choice = chunk.choices[0];
    if (!choice) return;
    const { delta } = choice;
    this.#finish = choice.finish_reason ?? this.#finish;
    this.#text.push(delta.content ?? '');
    this.#reasoning.push(delta.reasoning_content ?? '');
    this.#thinking.push(...(delta.thinking_blocks ?? []));
    this.#signature = delta.reasoning_signature ?? this.#signature;
    for (const call of delta.tool_calls ?? []) this.#gather(call);
  }

  get body(): object {
    const calls = [...this.#calls.values()];
    const text = this.#text.join('');
    const message = {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      refusal: null,
      ...(this.#reasoning.some((piece) => piece !== '') && { reasoning_content: this.#reasoning.join('') }),
      ...(this.#signature !== undefined && { reasoning_signature: this.#signature }),
      ...(this.#thinking.length > 0 && { thinking_blocks: this.#thinking }),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    return {
      ...this.#head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: this.#finish, logprobs: null }],
      ...(this.#usage && { usage: this.#usage }),
    };
  }

  #gather({ index, id, function: called }: CallDelta): void {
    const call = this.#calls.get(index) ?? { id: '', type: 'function', function: { name: '', arguments: '' } };
    call.id ||= id ?? '';
    call.function.name += called.name ?? '';
    call.function.arguments += called.arguments;
    this.#calls.set(index, call);
  }
}
