import type { Judgement, PartVerdict, Rule, RunPlace, Tier } from '#contract';
import type { BanName, PRESETS } from '../built-in.ts';
import { ruleWords } from '../rules/rule-words.ts';

/** A verdict about a part, and whether a rule could change it. */
export interface DraftVerdict extends PartVerdict {
  readonly canBeAllowed?: boolean;
  /** Place in which whatever allows it lets it run; absent if any place will do. */
  readonly place?: RunPlace;
  /** Whether it is allowed only in a box. */
  readonly isOnlyInBox?: boolean;
}

export const READING = 'reading in the workspace' satisfies keyof typeof PRESETS;
export const READ_ONLY_COMMANDS = 'read-only commands' satisfies keyof typeof PRESETS;
export const FILTERING = 'filtering a kept output' satisfies keyof typeof PRESETS;
export const OWN_FILES = 'files of Sigma Shell' satisfies BanName;

/** The verdict of a rule; `place` is where it lets a command run, if it says so. */
export function verdictByRule(text: string, scope: 'user' | 'workspace', rule: Rule, place?: RunPlace): DraftVerdict {
  const { id, verdict, note } = rule;
  const whose = scope === 'user' ? 'Your rule' : 'This workspace’s rule';
  const why = `${whose} "${ruleWords(rule)}"${note ? ` (${note})` : ''}`;
  const tier = `${scope}-${verdict}` satisfies Tier;
  return place === undefined ? { text, verdict, tier, rule: id, why } : { text, verdict, tier, rule: id, why, place };
}

/** One that denies goes before one that asks, and that before one that allows; of several, the first. */
function combineDrafts(
  drafts: readonly DraftVerdict[],
  isSandboxed: boolean,
): Pick<Judgement, 'verdict' | 'tier' | 'why'> & { rule?: string } {
  const decisive =
    drafts.find(({ verdict }) => verdict === 'deny') ??
    drafts.find(({ verdict, tier }) => verdict === 'ask' && tier === 'always-ask') ??
    // What only reads, and is asked about because of its neighbours, says less.
    drafts.find(({ verdict, tier }) => verdict === 'ask' && tier !== 'preset') ??
    drafts.find(({ verdict }) => verdict === 'ask') ??
    drafts.find(({ tier }) => (tier === 'preset') === isSandboxed) ??
    drafts[0];
  if (!decisive) return { verdict: 'ask', tier: 'default', why: 'There is nothing in it to decide by' };
  const { verdict, tier, rule, why } = decisive;
  return { verdict, tier, why, ...(rule !== undefined && { rule }) };
}

const partOf = ({ text, verdict, tier, rule, why, does }: DraftVerdict): PartVerdict => ({
  text,
  verdict,
  tier,
  why,
  ...(rule !== undefined && { rule }),
  ...(does !== undefined && { does }),
});

export function judgementOf(
  drafts: readonly DraftVerdict[],
  more: Pick<Judgement, 'sandbox'> &
    Pick<Partial<Judgement>, 'effects' | 'boxWrites' | 'isRewriting' | 'leavesBox' | 'showsBox' | 'reachesBox'> = {
    sandbox: 'none',
  },
): Judgement {
  const decided = combineDrafts(drafts, more.sandbox === 'read-only');
  const asking = drafts.filter(({ verdict }) => verdict !== 'allow');
  return {
    ...decided,
    parts: drafts.map(partOf),
    ...more,
    canBeAllowed: asking.length > 0 && asking.every(({ canBeAllowed }) => canBeAllowed === true),
  };
}
