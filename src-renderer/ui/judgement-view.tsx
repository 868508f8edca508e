import type { Judgement, KnownEffects, PartVerdict } from '#contract';
import { type EffectGroup, effectGroups, UNKNOWN_TARGETS } from './effect-words.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './judgement-view.module.css';
import { PART_VERDICTS } from './rule-words.ts';
import { VisibleText } from './visible-text.tsx';

const VERDICT_ICONS: Readonly<Record<PartVerdict['verdict'], IconName>> = {
  allow: 'check',
  ask: 'help',
  deny: 'prohibited',
};

/** Every part of a command, or the one subject, with what was decided about it and why; one reason for many is said once. */
export function PartList({ parts, label }: { readonly parts: Judgement['parts']; readonly label: string }) {
  if (parts.length === 0) return undefined;
  return (
    <ul className={styles.parts} aria-label={label}>
      {byReason(parts).map(({ verdict, why, texts }) => (
        <li key={`${verdict} ${why}`} className={styles.part} data-verdict={verdict}>
          <Icon name={VERDICT_ICONS[verdict]} />
          <span className={styles.words}>
            {texts.slice(0, MOST_TEXTS).map((text) => (
              <code key={text} className={styles.text}>
                <VisibleText text={text} />
              </code>
            ))}
            {texts.length > MOST_TEXTS ? <span>and {texts.length - MOST_TEXTS} more parts</span> : undefined}
            <span className={styles.why}>
              <b>{PART_VERDICTS[verdict]}:</b> <VisibleText text={why} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Parts that are named of those with the same reason. */
const MOST_TEXTS = 12;

interface Reason extends Pick<PartVerdict, 'verdict' | 'why'> {
  /** Each once. */
  readonly texts: readonly string[];
}

/** In the order of the first part of each. */
function byReason(parts: Judgement['parts']): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { verdict, why, text } of parts) {
    const key = `${verdict} ${why}`;
    const { texts = [] } = reasons.get(key) ?? {};
    reasons.set(key, { verdict, why, texts: texts.includes(text) ? texts : [...texts, text] });
  }
  return [...reasons.values()];
}

/** What a command does as far as its text says, and whether it may do more. */
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
