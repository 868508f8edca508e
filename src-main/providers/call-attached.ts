import { realpath } from 'node:fs/promises';
import type { Judgement } from '#contract';
import { messageOf } from '#core/app-error';
import { type Plan, ToolError } from '#tools';
import { callProvider, providerTool } from './provider-tool.ts';
import type { Registry } from './registry.ts';

/** A call that a prompt template makes while it is rendered, when nobody can be asked. */
export interface AttachedCall {
  /** Id of the provider. */
  readonly provider: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Says by the rules alone whether a call may be made. */
export type JudgeCall = (
  tool: string,
  plan: Pick<Plan, 'subject' | 'isOutside' | 'warnings' | 'alwaysAsk'>,
  workspace: string,
) => Promise<Judgement>;

/**
 * What the tool said, or why it was not called: whoever writes a template or reaches the store must not get more done than a model,
 * so only what a rule of the person allows is called. @throws AppError NOT_FOUND when the provider is gone
 */
export async function callAttached(
  registry: Registry,
  { provider: id, tool: name, arguments: args }: AttachedCall,
  { judge, signal }: { readonly judge: JudgeCall; readonly signal: AbortSignal },
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const provider = registry.find(id);
  try {
    provider.failUnlessRunning(name);
    const declaration = provider.tools().find((one) => one.name === name);
    if (declaration === undefined) throw new ToolError(`${name} is not offered, or is withheld`);
    const { cwd, workspace, session = 'prompts' } = provider.start;
    const dir = await realpath(cwd).catch(() => cwd);
    const sent = JSON.stringify(args);
    const context = { session, callId: '', workspace, cwd, sent, signal };
    const plan = await providerTool(provider, declaration).plan(args, context);
    const { verdict, parts } = await judge(name, plan, workspace);
    if (verdict !== 'allow') throw new ToolError(whyNot(name, parts[0]?.why));
    const { content } = await callProvider({ provider, tool: name, sent, dir }, { session, signal });
    return { text: content, isError: false };
  } catch (error) {
    return { text: messageOf(error), isError: true };
  }
}

const whyNot = (tool: string, why = `No rule allows ${tool}`) =>
  `${why}. Prompts call only what a rule allows: save one for this tool under Settings, Rules`;
