import type { Judgement, KnownEffects, PartVerdict } from '#contract';
import { plural } from '../ui/format.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { type EffectGroup, effectGroups, UNKNOWN_TARGETS } from './effect-words.ts';
import styles from './judgement-view.module.css';
import { PART_VERDICTS } from './rule-words.ts';

const VERDICT_ICONS: Readonly<Record<PartVerdict['verdict'], IconName>> = {
  allow: 'check',
  ask: 'help',
  deny: 'prohibited',
};

/**
 * Every part of a command, or the one subject, with what was decided about it and why; one reason for many is said once. Of more than a
 * few, what changes something stands first, and the rest is folded under it.
 */
export function PartList({ parts, label }: { readonly parts: Judgement['parts']; readonly label: string }) {
  if (parts.length === 0) return undefined;
  const reasons = byReason(parts);
  const grave = reasons.filter(({ isGrave }) => isGrave);
  const isFolded = reasons.length > MAX_OPEN && grave.length > 0 && grave.length < reasons.length;
  const others = isFolded ? reasons.filter(({ isGrave }) => !isGrave) : [];
  return (
    <>
      <ul className={styles.parts} aria-label={label}>
        {(isFolded ? grave : [...grave, ...reasons.filter(({ isGrave }) => !isGrave)]).map(reasonItem)}
      </ul>
      {others.length === 0 ? undefined : (
        <details className={styles.others}>
          <summary>
            {plural(others.flatMap(({ texts }) => texts).length, 'more part')}: nothing known to be changed
          </summary>
          <ul className={styles.parts} aria-label={`${label}, the others`}>
            {others.map(reasonItem)}
          </ul>
        </details>
      )}
    </>
  );
}

function reasonItem({ verdict, why, texts }: VerdictReason) {
  return (
    <li key={`${verdict} ${why}`} className={styles.part} data-verdict={verdict}>
      <Icon name={VERDICT_ICONS[verdict]} />
      <span className={styles.words}>
        {texts.slice(0, MAX_TEXTS).map((text) => (
          <code key={text} className={styles.text}>
            <VisibleText text={text} />
          </code>
        ))}
        {texts.length > MAX_TEXTS ? <span>and {texts.length - MAX_TEXTS} more parts</span> : undefined}
        <span className={styles.why}>
          <b>{PART_VERDICTS[verdict]}:</b> <VisibleText text={why} />
        </span>
      </span>
    </li>
  );
}

/** Reasons that are shown without a fold. */
const MAX_OPEN = 3;

/** Parts that are named of those with the same reason. */
const MAX_TEXTS = 12;

interface VerdictReason extends Pick<PartVerdict, 'verdict' | 'why'> {
  /** Each once. */
  readonly texts: readonly string[];
  /** Whether it changes, sends or runs something, or is denied or asks whatever the rules say. */
  readonly isGrave: boolean;
}

const isGrave = ({ verdict, tier, does }: PartVerdict): boolean =>
  verdict === 'deny' || (verdict === 'ask' && tier === 'always-ask') || (verdict !== 'allow' && does !== undefined);

/** Groups the parts by reason, in the order of the first part of each. */
function byReason(parts: Judgement['parts']): readonly VerdictReason[] {
  const reasons = new Map<string, VerdictReason>();
  for (const part of parts) {
    const { verdict, why, text } = part;
    const key = `${verdict} ${why}`;
    const { texts = [], isGrave: wasGrave = false } = reasons.get(key) ?? {};
    const all = texts.includes(text) ? texts : [...texts, text];
    reasons.set(key, { verdict, why, texts: all, isGrave: wasGrave || isGrave(part) });
  }
  return [...reasons.values()];
}

/** List of a command's effects as far as its text says, and whether it may do more. */
export function EffectList({ effects }: { readonly effects: KnownEffects }) {
  const groups = effectGroups(effects);
  return (
    <ul className={styles.effects} aria-label="Effects">
      {groups.map((group) => (
        <li key={group.kind} data-kind={group.kind}>
          <Effect group={group} />
        </li>
      ))}
      {groups.length === 0 && effects.isKnown ? <li>neither reads nor writes a file</li> : undefined}
      {effects.isKnown ? undefined : (
        <li data-kind="unknown">
          <b>may do more</b>
          {effects.unknown.length === 0 ? undefined : (
            <>
              : <VisibleText text={[...new Set(effects.unknown)].join('; ')} />
            </>
          )}
        </li>
      )}
    </ul>
  );
}

function Effect({ group: { kind, verb, targets, more } }: { readonly group: EffectGroup }) {
  return (
    <>
      <b>{verb}</b>{' '}
      {targets.map(({ text, isOutside }, index) => (
        <span key={text ?? ''}>
          {index === 0 ? '' : ', '}
          {text === undefined ? (
            UNKNOWN_TARGETS[kind]
          ) : (
            <code>
              <VisibleText text={text} />
            </code>
          )}
          {isOutside ? <span className={styles.outside}> (outside the workspace)</span> : undefined}
        </span>
      ))}
      {more === 0 ? undefined : ` and ${more} more`}
    </>
  );
}
