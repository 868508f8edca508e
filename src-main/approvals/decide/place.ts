import type { RulePlaceName, RunPlace } from '#contract';
import type { DraftVerdict } from './draft-verdict.ts';
import type { CommandFacts, TierFindings } from './facts.ts';
import { neededBy, widest } from './needed-place.ts';
import type { PolicyContext } from './policy-context.ts';

/** Determines the place for a line of which every part is allowed, and the parts that cannot run there. */
export function choosePlace(drafts: readonly DraftVerdict[], known: PolicyContext, { diskFacts }: CommandFacts) {
  if (drafts.some(({ tier }) => tier === 'preset') && diskFacts.proof.line.isProven && known.hasSandbox) {
    return { parts: drafts, place: 'read-only' as const, isOnePlace: true };
  }
  const places = new Set<RunPlace>();
  for (const { place, verdict } of drafts) if (verdict === 'allow' && place) places.add(place);
  const place = widest([...places]);
  const runs = place === 'read-only' ? ('none' as const) : place;
  const parts = drafts.map((draft) =>
    runs === 'none' && draft.isOnlyInBox
      ? { ...withoutBoxOnly(draft), verdict: 'ask' as const, why: ONLY_READS }
      : draft,
  );
  return { parts, place: runs, isOnePlace: places.size <= 1 };
}

export const ONLY_READS =
  'It only reads, but the rest of the line does not, so the line cannot run in the read-only box';

function withoutBoxOnly({ isOnlyInBox: _, ...draft }: DraftVerdict): DraftVerdict {
  return draft;
}

/** Verdict for a line whose rules name different places: a line runs in one. */
export const inDifferentPlaces = (line: string): DraftVerdict => ({
  text: line,
  verdict: 'ask',
  tier: 'default',
  why: 'The rules that allow its parts let them run in different places',
});

/** Determines the place if a person allows it once. */
export function placeOfOnce(
  parts: readonly DraftVerdict[],
  known: PolicyContext,
  facts: CommandFacts,
  { asks, ifUnnamed }: TierFindings,
) {
  if (facts.diskFacts.proof.line.isProven && known.hasSandbox) return 'read-only';
  if (!known.hasBox) return 'none';
  const rulesOf = (index: number) =>
    [...asks, ...ifUnnamed].filter(({ part }) => part === index || part === undefined).map(({ rule }) => rule);
  const byRules = parts.flatMap(({ place }) => (place ? [place] : []));
  const needed = parts.map(({ rule }, index) =>
    neededBy(index, facts, known.workspace, [...rulesOf(index), ...(rule === undefined ? [] : [rule])]),
  );
  return widest(['workspace', ...byRules, ...needed]);
}

/**
 * Determines the place in which a rule lets a command run; undefined if that must be asked. Without a box, older rules
 * continue to apply as before.
 */
export function placeOfRule(runs: RulePlaceName | undefined, hasBox: boolean): RunPlace | undefined {
  if (runs === 'outside') return 'none';
  if (!hasBox) return runs === undefined ? 'none' : undefined;
  return runs === undefined ? undefined : BOXES[runs];
}

const BOXES = { box: 'workspace', network: 'network' } as const satisfies Partial<Record<RulePlaceName, RunPlace>>;

/** Verdict of a rule for a command that is to run there (docs/decisions/012-rules.md). */
export const RUNS_AT = {
  'read-only': 'box',
  workspace: 'box',
  network: 'network',
  none: 'outside',
} as const satisfies Readonly<Record<RunPlace, RulePlaceName>>;

/** The reason of a question about a rule without a place here. */
export function whyNoPlace(rule: string, runs: RulePlaceName | undefined): string {
  return runs === undefined
    ? `${rule} does not say yet where it may run: in the box, or outside`
    : `${rule} lets it run in the box alone, and no box works here`;
}
