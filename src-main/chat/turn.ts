import type { RequestedCall } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { CallContext, ToolResult } from '#tools';
import { askToGoOn } from './ask-to-go-on.ts';
import { type ReplyRecord, takeReply, withUniqueIds } from './take-reply.ts';
import type { TurnContext } from './turn-context.ts';

/**
 * One turn: the model is asked, its calls are run in order, and it is asked again with their results, until it calls no more,
 * the person stops it or does not want it to go on.
 *
 * @throws AppError UNAVAILABLE when the ledger cannot be written: nothing is done then that would not be recorded.
 */
export async function runTurn(context: TurnContext): Promise<void> {
  let { cause } = context;
  let allowedRounds = context.maxRounds();
  for (let round = 1; !context.signal.aborted; round++) {
    if (round > allowedRounds) {
      const goOn = await askToGoOn(context, round - 1, cause);
      if (goOn === undefined) return;
      cause = goOn;
      allowedRounds += context.maxRounds();
    }
    const reply = await askModel(context, round, cause);
    if (reply.record.calls.length === 0) return;
    const isOver = await runCalls(context, reply);
    if (isOver) return;
    cause = context.conversation.lastStep ?? reply.event;
  }
}

interface Reply {
  readonly event: string;
  readonly record: ReplyRecord;
}

async function askModel(context: TurnContext, round: number, cause: string): Promise<Reply> {
  const { client, conversation, ledger, turn, signal } = context;
  const messages = conversation.messages();
  const tools = context.runner.tools().map(({ name, description, parameters }) => ({ name, description, parameters }));
  const requested = await ledger.append(
    'llm.requested',
    {
      client: client.name,
      model: client.model,
      messages: messages.length,
      tools: tools.map((tool) => tool.name),
      round,
    },
    { turn, cause },
  );
  const reply = await takeReply(
    { client, messages, tools, signal },
    {
      text: (text) => conversation.replyText(requested.id, text),
      note: (note) => conversation.replyNote(requested.id, note),
    },
  );
  const record = { ...reply, calls: withUniqueIds(reply.calls, (id) => conversation.hasCall(id)) };
  const replied = await ledger.append('llm.replied', record, { turn, cause: requested.id });
  return { event: replied.id, record };
}

type Declined = Pick<ToolResult, 'outcome' | 'content'>;

const CUT_OFF: Declined = {
  outcome: 'skipped',
  content: 'Not run: the reply was cut off at the length limit. Make shorter calls, fewer at once.',
};
const SKIPPED: Declined = {
  outcome: 'skipped',
  content: 'Not run: a previous operation of the same reply could not be completed.',
};

/** In order, one at a time; after one that could not be completed the rest are only answered. True when the turn is over. */
async function runCalls(context: TurnContext, { event, record }: Reply): Promise<boolean> {
  const { signal, runner, conversation } = context;
  let declined: Declined | undefined = record.finish === 'length' ? CUT_OFF : undefined;
  for (const call of record.calls) {
    if (signal.aborted) declined = cancelled(signal);
    const callContext = callContextOf(context, call, event);
    const result = declined ? await runner.decline(call, callContext, declined) : await runner.run(call, callContext);
    if (conversation.isOpen(call.callId)) throw unrecorded(result);
    declined ??= declinedAfter(result);
  }
  return signal.aborted || declined?.outcome === 'cancelled';
}

function callContextOf(context: TurnContext, call: RequestedCall, cause: string): CallContext {
  const { session, sessionTitle, turn, workspace, ledger, signal, conversation } = context;
  const onOutput = (text: string) => conversation.callOutput(call.callId, text);
  return { session, sessionTitle, turn, cause, workspace, cwd: workspace, ledger, signal, onOutput };
}

function declinedAfter({ outcome }: ToolResult): Declined | undefined {
  if (outcome === 'done') return undefined;
  return outcome === 'cancelled' ? { outcome, content: 'Not run: the turn was stopped.' } : SKIPPED;
}

function cancelled(signal: AbortSignal): Declined {
  return { outcome: 'cancelled', content: `Not run: ${messageOf(signal.reason)}.` };
}

function unrecorded({ tool, content }: ToolResult): AppError {
  return new AppError('UNAVAILABLE', `The result of ${tool} could not be recorded, so the turn was ended. ${content}`);
}
