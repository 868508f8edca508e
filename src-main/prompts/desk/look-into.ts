import type {
  AnyLedgerEvent,
  LedgerEventData,
  PastRendering,
  PromptProblem,
  RenderedPrompt,
  RenderOutcome,
} from '#contract';
import { RenderedPrompt as RenderedPromptSchema } from '#contract';
import { AppError } from '#core/app-error';
import { copiedEvent, knownEvent } from '#ledger';
import { argsOf, CapturedInputs, withCaptured } from './captured.ts';
import type { Desk, Rendering } from './desk.ts';

export interface Previewing extends Rendering {
  readonly callsTools: boolean;
}

/** Renders what is written right now; tools are called at most once in half a minute with the same arguments. */
export async function preview(
  desk: Desk,
  what: Previewing,
  signal: AbortSignal | undefined,
): Promise<{ outcome: RenderOutcome; problems: PromptProblem[] }> {
  const outcome = await desk.render(what, { tools: desk.recent.caller(what.callsTools), signal });
  const record = what.draft ?? desk.parts.engine.prompt(what.id ?? '')?.record;
  if (!record) return { outcome, problems: [] };
  let args: Record<string, unknown> = {};
  try {
    args = argsOf(what.args);
  } catch {
    // Said by the outcome.
  }
  return { outcome, problems: [...desk.parts.engine.check(record, args)] };
}

export type Side =
  | { readonly kind: 'version'; readonly id: string; readonly hash: string }
  | { readonly kind: 'draft'; readonly id: string; readonly draft: Rendering['draft'] & object }
  | { readonly kind: 'past'; readonly session: string; readonly event: string };

/**
 * Both sides with the same args. A past rendering is as it was; without args, the other side is rendered with what that one was made
 * of, and nothing is called.
 */
export async function compare(
  desk: Desk,
  sides: { readonly left: Side; readonly right: Side; readonly args?: string | undefined },
  signal: AbortSignal | undefined,
): Promise<{ left: RenderOutcome; right: RenderOutcome }> {
  const { left, right, args } = sides;
  const pastSide = [left, right].find((side) => side.kind === 'past');
  const kept = pastSide && args === undefined ? await keptOf(desk, pastSide) : undefined;
  const inputs = kept?.inputs;
  const render = async (side: Side): Promise<RenderOutcome> => {
    if (side.kind === 'past') return { isRendered: true, rendered: (await keptOf(desk, side)).rendered };
    const draft = side.kind === 'draft' ? side.draft : (await desk.versions.read(side.id, side.hash)).record;
    if (inputs) return await desk.parts.engine.render({ draft, ...withCaptured(inputs), traced: true, signal });
    return await desk.render({ draft, args: args ?? kept?.rendered.args }, { tools: desk.recent.caller(true), signal });
  };
  return { left: await render(left), right: await render(right) };
}

type Past = Omit<Extract<Side, { kind: 'past' }>, 'kind'>;

/** A `prompt.rendered` of the ledger. @throws AppError NOT_FOUND */
export async function past(desk: Desk, { session, event }: Past): Promise<PastRendering> {
  const { at, prompt, rendered } = await keptOf(desk, { session, event });
  if (!prompt) return { session, event, at, rendered };
  const { record } = await desk.versions.readKept(prompt.id, prompt.version);
  return { session, event, at, rendered, prompt: { id: prompt.id, version: prompt.version, record } };
}

interface Kept {
  readonly at: number;
  readonly rendered: RenderedPrompt;
  readonly prompt?: NonNullable<LedgerEventData<'prompt.rendered'>['prompt']>;
  readonly inputs?: CapturedInputs;
}

async function keptOf(desk: Desk, { session, event }: Past): Promise<Kept> {
  const found = renderedEvent(await eventOf(desk, session, event));
  const { at, data } = found ?? missing(session, event);
  if (!data.prompt) return { at, rendered: plainRendering(data.text) };
  const bytes = await desk.ports.ledger.content.read(data.prompt.rendered);
  const json: unknown = JSON.parse(bytes.toString('utf8'));
  const rendered = RenderedPromptSchema.parse(json);
  const inputs = CapturedInputs.safeParse((json as { inputs?: unknown }).inputs);
  return { at, prompt: data.prompt, rendered, ...(inputs.success && { inputs: inputs.data }) };
}

function renderedEvent(any: AnyLedgerEvent | undefined) {
  const known = any && knownEvent(any);
  // A fork has it from the session that it came from.
  const event = known?.type === 'event.copied' ? copiedEvent(known) : known;
  return event?.type === 'prompt.rendered' ? event : undefined;
}

async function eventOf({ ports }: Desk, session: string, id: string): Promise<AnyLedgerEvent | undefined> {
  if (!(await ports.ledger.sessions()).includes(session)) return undefined;
  for await (const event of (await ports.ledger.session(session)).read({ backward: true })) {
    if (event.id === id || (event.type === 'event.copied' && event.data.id === id)) return event;
  }
  return undefined;
}

/** A text that no template of the store made: one piece, of itself. */
function plainRendering(text: string): RenderedPrompt {
  const lines = text.split('\n');
  const endColumn = (lines.at(-1)?.length ?? 0) + 1;
  const place = { kind: 'text' as const, message: 0, line: 1, column: 1, endLine: lines.length, endColumn };
  return {
    kind: 'messages',
    messages: [{ role: 'system', content: text, pieces: [0, text.length, 0, -1, -1] }],
    places: [{ ...place, source: text.slice(0, 200) }],
    ...{ paths: [], calls: [], variables: [], args: '{}', warnings: [], durationMs: 0 },
  };
}

function missing(session: string, event: string): never {
  throw new AppError('NOT_FOUND', `There is no rendered prompt ${event} in session ${session}`, {
    where: session,
    advice: 'The session may have been deleted',
  });
}
