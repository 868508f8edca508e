import { useId } from 'react';
import type { RemovableKind, RetentionItem, RetentionPlan } from '#contract';
import { STORAGE_WORDS } from '#contract/retention-words';
import { formatBytes, formatFullTime } from '../../ui/format.ts';
import { relativeTime } from '../../ui/relative-time.ts';
import { useMinute } from '../../ui/use-today.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './storage.module.css';

export interface RemovableListProps {
  readonly plan: RetentionPlan;
  /** Ids of what is ticked. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** List of what can be removed, by kind and each with a checkbox, and of what stays. */
export function RemovableList({ plan: { items, stays }, chosen, onChoose }: RemovableListProps) {
  useMinute();
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const set = (ids: readonly string[], isOn: boolean) =>
    onChoose(new Set(isOn ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))));
  return (
    <>
      {kinds.map((kind) => (
        <Kind key={kind} kind={kind} items={items.filter((item) => item.kind === kind)} chosen={chosen} onSet={set} />
      ))}
      {stays.length === 0 ? undefined : (
        <details>
          <summary>What stays, and why ({stays.length})</summary>
          <ul className={styles.list}>
            {stays.map(({ kind, name, why }) => (
              <li key={`${kind} ${name} ${why}`}>
                <span>
                  <VisibleText text={name} />: <VisibleText text={why} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface KindProps {
  readonly kind: RemovableKind;
  readonly items: readonly RetentionItem[];
  readonly chosen: ReadonlySet<string>;
  readonly onSet: (ids: readonly string[], isOn: boolean) => void;
}

function Kind({ kind, items, chosen, onSet }: KindProps) {
  const words = STORAGE_WORDS[kind];
  const ids = items.map(({ id }) => id);
  const isAll = ids.every((id) => chosen.has(id));
  return (
    <fieldset className={styles.kind}>
      <legend>{words}</legend>
      <ul className={styles.list}>
        {items.length > 1 ? (
          <Tick name={`All ${items.length} of these`} isOn={isAll} onToggle={(isOn) => onSet(ids, isOn)} />
        ) : undefined}
        {items.map((item) => (
          <Tick
            key={item.id}
            name={item.count === 1 ? item.name : `${item.name} (${item.count.toLocaleString()})`}
            facts={`${formatBytes(item.bytes)}, last used ${relativeTime(item.lastUsedAt)}. ${item.reason}`}
            title={formatFullTime(item.lastUsedAt)}
            isOn={chosen.has(item.id)}
            onToggle={(isOn) => onSet([item.id], isOn)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface TickProps {
  readonly name: string;
  /** Size, age and reason. */
  readonly facts?: string;
  readonly title?: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function Tick({ name, facts, title, isOn, onToggle }: TickProps) {
  const id = useId();
  return (
    <li>
      <input id={id} type="checkbox" checked={isOn} onChange={({ target }) => onToggle(target.checked)} />
      <label htmlFor={id}>
        <VisibleText text={name} />
        {facts === undefined ? undefined : (
          <span className={styles.facts} title={title}>
            {facts}
          </span>
        )}
      </label>
    </li>
  );
}
