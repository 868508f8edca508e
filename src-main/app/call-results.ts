import type { ResultsPort } from '#console';
import type { ConversationItem, ConversationUpdate } from '#contract';
import type { createOutputs } from '#execution';

type ToolItem = Extract<ConversationItem, { kind: 'tool' }>;

export interface CallResultsOptions {
  readonly conversation: (session: string, signal: AbortSignal) => Promise<AsyncIterable<ConversationUpdate>>;
  readonly outputs: Pick<ReturnType<typeof createOutputs>, 'read' | 'filter'>;
}

/** Most of a result that is shown at once, in bytes. */
const MAX_SHOWN = 512 * 1024;

/** Results of calls by their place in the conversation, as Shell mode shows them. */
export function callResults({ conversation, outputs }: CallResultsOptions): ResultsPort {
  const find = async (session: string, number: number | undefined) => {
    const calls = await callsOf(conversation, session);
    const at = number === undefined ? calls.findLastIndex(hasResult) : number - 1;
    const item = calls[at];
    return item && hasResult(item) ? { item, number: at + 1 } : undefined;
  };
  return {
    result: async (session, wanted) => {
      const found = await find(session, wanted);
      if (!found) return undefined;
      const { number, item } = found;
      const { tool, output, result = '' } = item;
      const kept = output === undefined ? undefined : await outputs.read(session, output, MAX_SHOWN);
      return { number, tool, ...(kept ?? { text: result, bytes: Buffer.byteLength(result), isCut: false }) };
    },
    filtered: async (session, wanted, filter) => {
      const found = await find(session, wanted);
      if (found?.item.output === undefined) return undefined;
      const { number, item } = found;
      const { text, bytes, isCut, problem } = await outputs.filter(session, item.output ?? '', filter);
      return { number, tool: item.tool, text: problem === undefined ? text : `${problem}\n${text}`, bytes, isCut };
    },
  };
}

const hasResult = ({ output, result }: ToolItem) => output !== undefined || result !== undefined;

async function callsOf(
  conversation: CallResultsOptions['conversation'],
  session: string,
): Promise<readonly ToolItem[]> {
  const enough = new AbortController();
  try {
    for await (const update of await conversation(session, enough.signal)) {
      if (update.kind === 'snapshot') return update.items.filter((item) => item.kind === 'tool');
    }
    return [];
  } finally {
    enough.abort();
  }
}
