import { randomUUID } from 'node:crypto';
import type { Judgement } from '#contract';
import { messageOf } from '#core/app-error';
import { realOrSame } from '#core/files/real-path';
import { withoutInvisibleText } from '#core/text/invisible-text';
import { type CallPlan, type CallToWatch, type CallWatch, recordEffects, ToolError } from '#tools';
import { isElsewhere } from './is-elsewhere.ts';
import type { ProvidersOptions } from './ports.ts';
import type { Provider } from './provider.ts';
import { callProvider, type PlannedProviderCall, type ProviderOutcome } from './provider-tool.ts';
import type { Registry } from './registry.ts';

/** Call that a prompt template makes while it is rendered, when no person can be asked. */
export interface AttachedCall {
  /** Id of the provider. */
  readonly provider: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Result of a call: data as the provider gave it, else the whole text, uncut. */
export interface AttachedAnswer {
  readonly text: string;
  readonly value?: unknown;
  readonly isError: boolean;
}

/** Says by the rules alone whether a call may be made. */
export type JudgeCall = (
  tool: string,
  plan: Pick<CallPlan, 'subject' | 'isOutside' | 'warnings' | 'alwaysAsk'>,
  workspace: string,
) => Promise<Judgement>;

/** Dependencies of a prompt's call on the app. */
export interface PromptCallContext extends Pick<ProvidersOptions, 'sessionFor' | 'watch'> {
  readonly judge: JudgeCall;
  readonly signal: AbortSignal;
}

/**
 * Returns the tool's answer, or why it was not called: writing a template or accessing the store must not allow more
 * than a model may do, so only calls that a rule of the person allows are made. @throws AppError NOT_FOUND if the
 * provider is gone
 */
export async function callAttached(
  registry: Registry,
  { provider: id, tool: name, arguments: args }: AttachedCall,
  by: PromptCallContext,
): Promise<AttachedAnswer> {
  const provider = registry.find(id);
  const { judge, signal } = by;
  try {
    provider.failUnlessRunning(name);
    const offered = provider.tools().find((one) => one.name === name);
    const declaration = provider.definitions?.declarations.find((one) => one.name === name);
    if (offered === undefined || declaration === undefined)
      throw new ToolError(`${name} is not offered, or is withheld`);
    const { cwd, workspace, session = 'prompts' } = provider.start;
    const dir = await realOrSame(cwd);
    const sent = JSON.stringify(args);
    const context = { session, callId: '', workspace, cwd, sent, signal };
    const plan = await offered.plan(args, context);
    const { verdict, parts } = await judge(name, plan, workspace);
    if (verdict !== 'allow') throw new ToolError(notAllowed(name, parts[0]?.why));
    const planned = { declaration, sent, dir, wantsData: true };
    const { content, answer } = await callWatched(provider, planned, { ...by, session });
    if (typeof answer === 'string') return { text: answer, isError: false };
    if (answer === undefined || answer === null) return { text: content, isError: false };
    return { text: JSON.stringify(answer), isError: false, value: answer };
  } catch (error) {
    return { text: messageOf(error), isError: true };
  }
}

/** Calls a tool and records its changes and its answer in the record of its provider: a template belongs to no turn. */
async function callWatched(
  provider: Provider,
  planned: Omit<PlannedProviderCall, 'provider'>,
  { watch, sessionFor, signal, session: served }: PromptCallContext & { readonly session: string },
): Promise<ProviderOutcome> {
  const call = { provider, ...planned };
  if (!watch) return await callProvider(call, { session: served, signal });
  const { sent } = planned;
  const { name: tool } = planned.declaration;
  const { title: by, start } = provider;
  const { workspace } = start;
  const { session, ledger } = await sessionFor(start);
  const callId = randomUUID();
  const given = { callId, tool, arguments: JSON.parse(sent) as Record<string, unknown> };
  const { id: cause } = await ledger.append('tool.called', given, { cause: await provider.attachedEvent });
  const toWatch: CallToWatch = {
    session,
    callId,
    tool,
    workspace,
    signal,
    by,
    origin: 'program',
    label: `${tool} of ${by}`,
    isElsewhere: isElsewhere(start.spec),
    record: async (type, data) => (await ledger.append(type, data, { cause })).id,
  };
  const returned = async (content: string, outcome: 'done' | 'failed' | 'cancelled') => {
    await toWatch.record('tool.returned', { callId, tool, content: withoutInvisibleText(content), outcome });
  };
  let answer: ProviderOutcome;
  try {
    answer = await betweenLooks(watch, toWatch, () => callProvider(call, { session: served, signal }));
  } catch (error) {
    await returned(messageOf(error), signal.aborted ? 'cancelled' : 'failed');
    throw error;
  }
  await returned(answer.content, answer.outcome);
  return answer;
}

async function betweenLooks<T>(watch: CallWatch, call: CallToWatch, work: () => Promise<T>): Promise<T> {
  await using watched = await watch.begin(call);
  try {
    return await work();
  } finally {
    await recordEffects(watched, call);
  }
}

const notAllowed = (tool: string, why = `No rule allows ${tool}`) =>
  `${why}. Prompts call only what a rule allows: save one for this tool under Settings ▸ Rules`;
