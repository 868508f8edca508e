import type { ProviderView } from '#contract';
import type { Restarts } from '#tools';
import { providerToolView, type ToolDefinitions } from './definitions.ts';
import type { ProviderStart } from './provider-ports.ts';
import { shownSpec } from './shown-spec.ts';

/** Number of tools of one provider above which most models choose worse. */
const MANY_TOOLS = 128;

interface SavedState {
  /** Reason why it, or what was last chosen for it, could not be written down. */
  readonly unsaved?: string | undefined;
  /** Its secret values are forgotten with this run. */
  readonly hasValuesForRun?: boolean;
}

/** Facts about a provider to show to a person, and to find it in a list. */
export interface ProviderFacts
  extends Readonly<Pick<ProviderView, 'id' | 'title' | 'state' | 'isRemembered' | 'callTimeoutMs' | 'startedAt'>> {
  readonly start: ProviderStart;
  readonly saved: SavedState;
  readonly reason: string | undefined;
  readonly pid: number | undefined;
  readonly definitions: ToolDefinitions | undefined;
  readonly difference: string | undefined;
  /** Names of tools that models are not offered. */
  readonly withheld: ReadonlySet<string>;
  readonly restarts: Pick<Restarts, 'count'>;
  readonly isAlive: boolean;
  readonly wasEndedByPerson: boolean;
  /** Unix milliseconds; 0 before its first end. */
  readonly endedAt: number;
}

/** Describes a provider for the page. */
export function providerView(provider: ProviderFacts): ProviderView {
  const { definitions, start, saved, state } = provider;
  const tools = definitions?.declarations ?? [];
  const isOffered = (name: string) => state === 'running' && !provider.withheld.has(name);
  const note = definitionsNote(provider);
  return {
    id: provider.id,
    spec: shownSpec(start.spec),
    title: provider.title,
    cwd: start.cwd,
    ...(provider.pid !== undefined && { pid: provider.pid }),
    ...(start.session !== undefined && { session: start.session }),
    workspace: start.workspace,
    isRemembered: provider.isRemembered,
    ...(saved.unsaved !== undefined && { unsaved: saved.unsaved }),
    ...(start.isWithoutValues && { values: 'missing' as const }),
    ...(saved.hasValuesForRun && { values: 'for-this-run' as const }),
    state,
    ...(provider.reason !== undefined && { reason: provider.reason }),
    tools: tools.map((tool) => providerToolView(tool, isOffered(tool.name))),
    ...(provider.difference !== undefined && { difference: provider.difference }),
    ...(definitions && { hash: definitions.hash }),
    ...(note !== undefined && { note }),
    restarts: provider.restarts.count,
    callTimeoutMs: provider.callTimeoutMs,
    startedAt: provider.startedAt,
  };
}

function definitionsNote({ definitions }: ProviderFacts): string | undefined {
  const count = definitions?.declarations.length;
  if (count === 0) return 'It declares no tools';
  if (count !== undefined && count > MANY_TOOLS) {
    return `It declares ${count} tools; models choose worse among more than ${MANY_TOOLS}`;
  }
  return undefined;
}

const STATE_WORDS = {
  'waiting-for-trust': 'Waiting for trust',
  initializing: 'Initializing',
  running: 'Running',
  changed: 'Changed',
  completed: 'Completed',
  failed: 'Failed',
} as const;

/**
 * Formats the text of `status`: living providers by PID, and the last one that ended by itself, since a person then
 * asks why. One that the person ended is left out.
 */
export function providersStatusText(providers: readonly ProviderFacts[]): string {
  const alive = providers.filter(({ isAlive, state }) => isAlive || state === 'waiting-for-trust');
  const [last] = providers
    .filter(({ state, wasEndedByPerson }) => (state === 'completed' || state === 'failed') && !wasEndedByPerson)
    .sort((one, other) => other.endedAt - one.endedAt);
  const lines = [...alive.sort((one, other) => (one.pid ?? 0) - (other.pid ?? 0)), ...(last ? [last] : [])].map(
    providerLine,
  );
  return lines.length === 0 ? 'No provider is attached' : lines.join('\n');
}

function providerLine({ pid, title, state, reason }: ProviderFacts): string {
  return `[${pid ?? '-'}] ${title} (${STATE_WORDS[state]}${reason === undefined ? '' : `; ${reason}`})`;
}
