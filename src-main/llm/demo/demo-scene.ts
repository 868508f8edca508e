import type { ModelMessage } from '../model-client.ts';

/** State of the conversation: the last question, and what has happened since. */
export interface DemoScene {
  readonly asked: string;
  /** The last call since then; `undefined` right after the question. */
  readonly last: { readonly tool: string; readonly arguments: string; readonly result: string } | undefined;
  /** Calls in the whole conversation, for ids that do not repeat. */
  readonly calls: number;
}

export function sceneOf(messages: readonly ModelMessage[]): DemoScene {
  const start = messages.findLastIndex(({ role }) => role === 'user');
  const question = messages[start];
  const since = messages.slice(start + 1);
  const calls = since.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const result = since.findLast((message) => message.role === 'tool');
  const call = calls.find(({ callId }) => result?.role === 'tool' && callId === result.callId);
  return {
    asked: question !== undefined && 'text' in question ? question.text : '',
    last:
      call !== undefined && result?.role === 'tool'
        ? { tool: call.tool, arguments: call.arguments, result: result.content }
        : undefined,
    calls: messages.reduce((sum, message) => sum + (message.role === 'assistant' ? message.calls.length : 0), 0),
  };
}

/** Determines the outcome of a call from the app's reply. */
export function callOutcome(result: string): 'refused' | 'partly' | 'done' {
  if (/^(The person refused|Not run)/.test(result)) return 'refused';
  if (/^(Changed|Created) .* in part \(/.test(result)) return 'partly';
  return 'done';
}

/** The reason the person gave for a refusal. */
export function denialReason(result: string): string | undefined {
  return /Their reason: ([\s\S]+)/.exec(result)?.[1]?.trim();
}

/** Extracts a command's output from between its fences. */
export function outputIn(result: string): string | undefined {
  return /(`{3,})\n([\s\S]*)\n\1/.exec(result)?.[2];
}
