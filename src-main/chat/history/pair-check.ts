import { isPlainObject } from '#contract/plain-object';

/** Problem of the first wrong message in a compacted history, which therefore cannot be sent. */
export type PairProblem = 'role' | 'empty' | 'system' | 'orphan-call' | 'orphan-result' | 'duplicate-id';

export interface HistoryProblem {
  readonly problem: PairProblem;
  /** Index of the message. */
  readonly at: number;
}

/** A message in the form of OpenAI's chat completions. */
export interface OpenAiMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content?: unknown;
  readonly tool_calls?: readonly OpenAiCall[] | null | undefined;
  readonly tool_call_id?: string;
}

interface OpenAiCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * Says whether a history can be sent as it is: every call with all of its results in the tool messages directly behind it, each
 * id once, no system message. What a workspace's `compact_history` gave back may be any JSON. `undefined`: nothing is wrong.
 */
export function wrongHistory(history: unknown): HistoryProblem | undefined {
  if (!Array.isArray(history)) return { problem: 'role', at: 0 };
  if (history.length === 0) return { problem: 'empty', at: 0 };
  const group = new CallGroup();
  for (const [at, message] of (history as unknown[]).entries()) {
    const problem = formProblem(message) ?? group.take(message as OpenAiMessage);
    if (problem !== undefined) return { problem, at: problem === 'orphan-call' ? group.calledAt : at };
    if ((message as OpenAiMessage).role === 'assistant') group.calledAt = at;
  }
  return group.isAnswered ? undefined : { problem: 'orphan-call', at: group.calledAt };
}

/** The calls of the last assistant message, and which of them have their results. */
class CallGroup {
  /** Index of that message. */
  calledAt = 0;
  readonly #seen = new Set<string>();
  #results = new Map<string, boolean>();

  get isAnswered(): boolean {
    return [...this.#results.values()].every(Boolean);
  }

  take({ role, tool_calls: calls, tool_call_id: id = '' }: OpenAiMessage): PairProblem | undefined {
    if (role === 'tool') return this.#result(id);
    if (!this.isAnswered) return 'orphan-call';
    this.#results = new Map();
    for (const call of role === 'assistant' ? (calls ?? []) : []) {
      if (this.#seen.has(call.id)) return 'duplicate-id';
      this.#seen.add(call.id);
      this.#results.set(call.id, false);
    }
    return undefined;
  }

  #result(id: string): PairProblem | undefined {
    const isAnswered = this.#results.get(id);
    if (isAnswered === undefined) return 'orphan-result';
    this.#results.set(id, true);
    return isAnswered ? 'duplicate-id' : undefined;
  }
}

function formProblem(message: unknown): PairProblem | undefined {
  if (!isPlainObject(message)) return 'role';
  const { role } = message;
  if (role === 'system' || role === 'developer') return 'system';
  const hasForm = typeof role === 'string' && Object.hasOwn(FORMS, role) && FORMS[role]?.(message);
  return hasForm ? undefined : 'role';
}

type JsonMessage = Readonly<Record<string, unknown>>;

/** Conditions for a message of each role to be accepted by OpenAI chat completions. */
const FORMS: Readonly<Record<string, (message: JsonMessage) => boolean>> = {
  user: hasContent,
  tool: (message) => hasContent(message) && typeof message.tool_call_id === 'string',
  assistant: (message) => {
    const calls = message.tool_calls ?? [];
    if (!Array.isArray(calls) || !calls.every(isCall)) return false;
    return hasContent(message) || ((message.content ?? null) === null && calls.length > 0);
  },
};

function hasContent({ content }: JsonMessage): boolean {
  return typeof content === 'string' || (Array.isArray(content) && content.every(isPlainObject));
}

function isCall(call: unknown): call is OpenAiCall {
  if (!isPlainObject(call) || typeof call.id !== 'string' || !isPlainObject(call.function)) return false;
  return typeof call.function.name === 'string' && typeof call.function.arguments === 'string';
}
