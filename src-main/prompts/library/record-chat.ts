import type { LedgerEventData, RecordedResult } from '#contract';
import { messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { sha256 } from '#core/text/sha256';
import type { ChatRecord } from '../rest/index.ts';
import type { PromptsPorts } from './library-ports.ts';
import { captureInputs } from './recorded-inputs.ts';
import { keepRendered } from './send-prompt.ts';

type Ports = Pick<PromptsPorts, 'ledger' | 'redactor' | 'log' | 'restRecord'>;
type RenderedCall = Parameters<ChatRecord['asked']>[0]['rendered']['calls'][number];

/** Name of its client in the record. */
const CLIENT = 'REST API';

/** Puts on the record what programs have models asked through the REST API: before they are asked, and what they answered. */
export function chatRecord(ports: Ports): ChatRecord {
  const mutex = new Mutex();
  return {
    asked: async ({ prompt, rendered, used, messages, model }) => {
      const { id, stored } = prompt;
      const calls = recordedResults(rendered.calls);
      const [version, kept] = await Promise.all([
        ports.ledger.content.keep(Buffer.from(stored)),
        keepRendered(ports, rendered, calls && captureInputs(rendered, used, calls)),
      ]);
      const said = messages.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
      const text = messages.length === 1 ? (messages[0]?.content ?? '') : said;
      const event: LedgerEventData<'prompt.rendered'> = {
        template: `prompt:${id}`,
        text,
        hash: sha256(text),
        prompt: { id, version, kind: rendered.kind, rendered: kept },
      };
      // Beside each other in the record, whoever else asks.
      const asked = await mutex.run(async () => {
        const ledger = await ports.restRecord();
        const { id: cause } = await ledger.append('prompt.rendered', event);
        const request = { client: CLIENT, model, messages: messages.length, tools: [], round: 1 };
        return { ledger, cause: (await ledger.append('llm.requested', request, { cause })).id };
      });
      const startedAt = performance.now();
      return async ({ text: answer, reasoning, finish, usage, error }) => {
        const durationMs = performance.now() - startedAt;
        const data: LedgerEventData<'llm.replied'> = {
          model,
          text: answer,
          calls: [],
          finish,
          durationMs,
          ...(reasoning && { reasoning }),
          ...(usage && { usage }),
          ...(error !== undefined && { error: { code: 'UNAVAILABLE', message: error, retryable: true } }),
        };
        await asked.ledger.append('llm.replied', data, { cause: asked.cause }).catch((reason: unknown) => {
          ports.log.warn('rest.reply.unrecorded', { error: messageOf(reason) });
        });
      };
    },
  };
}

/**
 * Converts calls to recorded results; `undefined` if a result is too long to be included: the inputs are then
 * incomplete.
 */
function recordedResults(calls: readonly RenderedCall[]): RecordedResult[] | undefined {
  try {
    return calls.map(({ name, arguments: args, outcome, result }) => ({
      name,
      arguments: args,
      ...(outcome !== 'empty' && result !== undefined && { result: JSON.parse(result) as unknown }),
    }));
  } catch {
    return undefined;
  }
}
