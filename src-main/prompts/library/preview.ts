import type {
  AnyLedgerEvent,
  LedgerEventData,
  PastRendering,
  PromptProblem,
  RenderedPrompt,
  RenderOutcome,
} from '#contract';
import { RenderedPrompt as RenderedPromptSchema } from '#contract';
import { textStart } from '#contract/text-ends';
import { AppError } from '#core/app-error';
import { copiedEvent, knownEvent } from '#ledger';
import type { PromptLibrary, RenderInputs } from './prompt-library.ts';
import { argsOf, CapturedInputs, withCaptured } from './recorded-inputs.ts';

export interface PreviewRequest extends RenderInputs {
  readonly callsTools: boolean;
}

/** Renders what is written right now; tools are called at most once in half a minute with the same arguments. */
export async function preview(
  library: PromptLibrary,
  what: PreviewRequest,
  signal: AbortSignal | undefined,
): Promise<{ outcome: RenderOutcome; problems: PromptProblem[] }> {
  const outcome = await library.render(what, { tools: library.recent.caller(what.callsTools), signal });
  const record = what.draft ?? library.parts.engine.prompt(what.id ?? '')?.record;
  if (!record) return { outcome, problems: [] };
  let args: Record<string, unknown> = {};
  try {
    args = argsOf(what.args);
  } catch {
    // Said by the outcome.
  }
  return { outcome, problems: [...library.parts.engine.check(record, args)] };
}

export type ComparisonSide =
  | { readonly kind: 'version'; readonly id: string; readonly hash: string }
  | { readonly kind: 'draft'; readonly id: string; readonly draft: RenderInputs['draft'] & object }
  | { readonly kind: 'past'; readonly session: string; readonly event: string };

/**
 * Renders both sides with the same args. A past rendering is as it was; without args, the other side is rendered with what that one was made
 * of, and nothing is called.
 */
export async function compare(
  library: PromptLibrary,
  sides: { readonly left: ComparisonSide; readonly right: ComparisonSide; readonly args?: string | undefined },
  signal: AbortSignal | undefined,
): Promise<{ left: RenderOutcome; right: RenderOutcome }> {
  const { left, right, args } = sides;
  const pastSide = [left, right].find((side) => side.kind === 'past');
  const kept = pastSide && args === undefined ? await readStoredRendering(library, pastSide) : undefined;
  const inputs = kept?.inputs;
  const render = async (side: ComparisonSide): Promise<RenderOutcome> => {
    if (side.kind === 'past')
      return { isRendered: true, rendered: (await readStoredRendering(library, side)).rendered };
    const draft = side.kind === 'draft' ? side.draft : (await library.versions.read(side.id, side.hash)).record;
    if (inputs) return await library.parts.engine.render({ draft, ...withCaptured(inputs), traced: true, signal });
    return await library.render(
      { draft, args: args ?? kept?.rendered.args },
      { tools: library.recent.caller(true), signal },
    );
  };
  return { left: await render(left), right: await render(right) };
}

type PastSide = Omit<Extract<ComparisonSide, { kind: 'past' }>, 'kind'>;

/** Reads a rendering from its `prompt.rendered` on the ledger. @throws AppError NOT_FOUND */
export async function readPastRendering(library: PromptLibrary, { session, event }: PastSide): Promise<PastRendering> {
  const { at, prompt, rendered } = await readStoredRendering(library, { session, event });
  if (!prompt) return { session, event, at, rendered };
  const { record } = await library.versions.readKept(prompt.id, prompt.version);
  return { session, event, at, rendered, prompt: { id: prompt.id, version: prompt.version, record } };
}

interface StoredRendering {
  readonly at: number;
  readonly rendered: RenderedPrompt;
  readonly prompt?: NonNullable<LedgerEventData<'prompt.rendered'>['prompt']>;
  readonly inputs?: CapturedInputs;
}

async function readStoredRendering(library: PromptLibrary, { session, event }: PastSide): Promise<StoredRendering> {
  const found = renderedEvent(await eventOf(library, session, event));
  const { at, data } = found ?? throwMissingRendering(session, event);
  if (!data.prompt) return { at, rendered: plainRendering(data.text) };
  const bytes = await library.ports.ledger.content.read(data.prompt.rendered);
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

async function eventOf({ ports }: PromptLibrary, session: string, id: string): Promise<AnyLedgerEvent | undefined> {
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
    places: [{ ...place, source: textStart(text, 200) }],
    paths: [],
    calls: [],
    variables: [],
    args: '{}',
    warnings: [],
    durationMs: 0,
  };
}

function throwMissingRendering(session: string, event: string): never {
  throw new AppError('NOT_FOUND', `There is no rendered prompt ${event} in session ${session}`, {
    where: session,
    advice: 'The session may have been deleted',
  });
}
