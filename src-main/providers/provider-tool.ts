import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { LinkSpec, ProviderCall } from '#contract';
import { textStart } from '#contract/text-ends';
import { realOrSame } from '#core/files/real-path';
import {
  callSubject,
  callWarnings,
  type PlanContext,
  type RunContext,
  resultContent,
  type Tool,
  type ToolDeclaration,
  ToolError,
  type ToolLink,
  type ToolOutcome,
  visibleSchema,
  visibleText,
} from '#tools';
import { isElsewhere } from './is-elsewhere.ts';

/** Most that one call may send to a provider, in bytes. */
const MAX_ARGUMENTS = 1_000_000;

/** Facts that a call needs about the provider that serves it. */
export interface CalledProvider {
  readonly title: string;
  readonly callTimeoutMs: number;
  readonly start: { readonly spec: LinkSpec };
  /** @throws ToolError for the model */
  failUnlessRunning(tool: string): ToolLink;
  noteCall(call: ProviderCall): void;
}

/** A provider's tool as any other: its call is asked about, and is answered or fails within the provider's time. */
export function providerTool(provider: CalledProvider, declaration: ToolDeclaration): Tool {
  const { name } = declaration;
  return {
    name,
    description: descriptionFor(provider.title, declaration),
    parameters: visibleSchema(declaration.parameters),
    plan: async (args, context) => {
      provider.failUnlessRunning(name);
      const sent = context.sent ?? JSON.stringify(args);
      if (Buffer.byteLength(sent) > MAX_ARGUMENTS) {
        throw new ToolError(`The arguments of ${name} are longer than ${MAX_ARGUMENTS} bytes. Nothing was run.`);
      }
      const dir = await directory(context);
      return {
        subject: callSubject(provider.title, declaration, sent),
        isOutside: false,
        warnings: callWarnings(declaration, sent),
        arguments: args as Record<string, unknown>,
        // Whatever its server says of it.
        effects: 'unknown',
        servedBy: { title: provider.title, isElsewhere: isElsewhere(provider.start.spec) },
        run: (_, running) => callProvider({ provider, declaration, sent, dir }, running),
      };
    },
  };
}

/** A program wrote the description: the model is told so, and sees nothing of it that a person could not see. */
function descriptionFor(title: string, { description }: ToolDeclaration): string {
  const who = textStart(visibleText(title), 80);
  const said = visibleText(description).trim();
  const source = `Served by the attached provider \`${who}\``;
  return said === '' ? `${source}, which does not describe it.` : `${source}, in its own unchecked words: ${said}`;
}

export interface PlannedProviderCall {
  readonly provider: CalledProvider;
  /** The tool as it was described when the call was judged. */
  readonly declaration: ToolDeclaration;
  readonly sent: string;
  readonly dir: string;
  /** A program reads the answer, not a model. */
  readonly wantsData?: boolean;
}

export interface ProviderOutcome extends ToolOutcome {
  /** Answer as the provider gave it: any JSON value. */
  readonly answer: unknown;
}

/** Calls a tool within the provider's own time limit, and keeps the call in its list. @throws ToolError */
export async function callProvider(
  { provider, declaration, sent, dir, wantsData }: PlannedProviderCall,
  context: Pick<RunContext, 'session' | 'signal'>,
): Promise<ProviderOutcome> {
  const { name: tool } = declaration;
  const link = provider.failUnlessRunning(tool);
  failIfOther(declaration, link);
  const at = Date.now();
  const startedAt = performance.now();
  const note = (content: string, outcome: 'done' | 'failed') =>
    provider.noteCall({ at, tool, arguments: sent, content, durationMs: performance.now() - startedAt, outcome });
  try {
    const request = { tool, arguments: sent, dir, session: context.session, wantsData };
    const answer = await link.call(
      { ...request, callId: randomUUID(), timeoutMs: provider.callTimeoutMs },
      context.signal,
    );
    const content = resultContent(answer);
    note(content, 'done');
    return { outcome: 'done', content, answer };
  } catch (thrown) {
    // The model is told it, as it is a result.
    const error = thrown instanceof ToolError ? new ToolError(resultContent(thrown.message)) : thrown;
    note(error instanceof Error ? error.message : String(error), 'failed');
    throw error;
  }
}

/**
 * Refuses a call whose tool is described otherwise by now: a yes to the new description is none to a call that was judged by the
 * old one. The link itself answers for a tool that is gone.
 *
 * @throws ToolError
 */
function failIfOther(judged: ToolDeclaration, link: ToolLink): void {
  const now = link.declarations().find(({ name }) => name === judged.name);
  if (now === undefined || isDeepStrictEqual(now, judged)) return;
  throw new ToolError(
    `${judged.name} was not called: its provider describes it otherwise since it was judged. Nothing was run.`,
  );
}

/** Real path of the working directory at planning time; if it is gone later, the provider says so itself. */
async function directory({ cwd }: PlanContext): Promise<string> {
  return await realOrSame(cwd);
}
