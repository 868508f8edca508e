import { AppError, messageOf } from '#core/app-error';
import { maySpend } from '../cost/spending.ts';
import { fromOpenAi, toOpenAi } from '../history/openai-messages.ts';
import { type OpenAiMessage, type PairProblem, wrongHistory } from '../history/pair-check.ts';
import type { AgentCompaction } from '../turn/agent.ts';
import type { AnsweringModel } from '../turn/answering-model.ts';
import { askModel } from '../turn/ask-model.ts';
import type { TurnContext } from '../turn/turn-context.ts';
import { usableText } from './background-reply.ts';
import { conversationSizes, messageTokens } from './conversation-size.ts';

const PROBLEMS: Readonly<Record<PairProblem, string>> = {
  role: 'is no message that models can be sent',
  empty: 'is an empty list',
  system: 'is a system message, which is put in front by itself',
  'orphan-call': 'has a call without all of its results',
  'orphan-result': 'is a result without its call',
  'duplicate-id': 'has the id of another call or result',
};

/**
 * Compacts the conversation with the workspace's own function. A result that cannot be sent, or is no smaller, is
 * refused and reported.
 *
 * @returns the event to continue from; `undefined` if it was refused
 * @throws AppError UNAVAILABLE if it cannot be recorded; CANCELLED
 */
export async function replaceHistory(
  context: TurnContext,
  compaction: AgentCompaction,
  primary: AnsweringModel,
  cause: string,
): Promise<string | undefined> {
  const { conversation, ledger, turn, signal, answering, runner } = context;
  const { file } = compaction;
  const { own } = conversation.history();
  const { bytesPerToken } = answering.client;
  const sizeBefore = conversationSizes(conversation, bytesPerToken, runner.tools).conversation;
  let why: string;
  try {
    const maxTokens = answering.profile?.context ?? sizeBefore;
    const complete = (messages: readonly unknown[]) => askProfile(context, primary, messages, cause);
    const made = await compaction.run(toOpenAi(own), maxTokens, complete, signal);
    const wrong = wrongHistory(made);
    const messages = wrong ? [] : (made as OpenAiMessage[]);
    const sizeAfter = messageTokens(fromOpenAi(messages), bytesPerToken);
    if (!wrong && sizeAfter < sizeBefore) {
      const data = { file, messages: messages.map((one) => ({ ...one })), sizeBefore, sizeAfter };
      return (await ledger.append('history.replaced', data, { turn, cause })).id;
    }
    why = wrong ? `message ${wrong.at + 1} of its answer ${PROBLEMS[wrong.problem]}` : 'its answer is no smaller';
  } catch (error) {
    signal.throwIfAborted();
    why = messageOf(error);
  }
  await ledger.append('history.refused', { file, why }, { turn, cause });
  return undefined;
}

/** The first profile's answer, recorded and within the spending cap. @throws AppError DENIED, UNAVAILABLE */
async function askProfile(
  context: TurnContext,
  primary: AnsweringModel,
  messages: readonly unknown[],
  cause: string,
): Promise<string> {
  const wrong = wrongHistory(messages.filter((one) => !isSystem(one)));
  if (wrong) throw new AppError('INVALID_INPUT', `Message ${wrong.at + 1} for the model ${PROBLEMS[wrong.problem]}`);
  const may = await maySpend(context, primary, cause);
  if (!may.isAllowed) throw new AppError('DENIED', 'The model was not asked: the session has reached its spending cap');
  const system = messages.filter(isSystem).map(({ content }) => ({ role: 'system', text: String(content) }) as const);
  const others = fromOpenAi(messages.filter((one) => !isSystem(one)) as OpenAiMessage[]);
  const question = {
    answering: primary,
    messages: [...system, ...others],
    tools: [],
    round: 1,
    purpose: 'compaction',
  } as const;
  const { record } = await askModel(context, question, may.cause);
  const usable = usableText(record);
  if (usable.text !== undefined) return usable.text;
  throw new AppError('UNAVAILABLE', `The model gave no usable answer: ${usable.why}`);
}

function isSystem(message: unknown): message is { readonly content: unknown } {
  return typeof message === 'object' && message !== null && 'role' in message && message.role === 'system';
}
