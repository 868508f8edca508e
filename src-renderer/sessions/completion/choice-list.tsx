import { type ReactNode, useEffect, useRef } from 'react';
import styles from './choice-list.module.css';

export interface ChoiceListProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly key: string; readonly content: ReactNode }[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

export const optionId = (list: string, index: number) => `${list}-${index}`;

/** Options of a field that keeps the focus: its keys move the choice, a click takes one. */
export function ChoiceList({ id, label, options, chosen, onChoose }: ChoiceListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice may be out of sight when it moves.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen, options]);
  return (
    <div ref={list} id={id} className={styles.list} role="listbox" aria-label={label} tabIndex={-1}>
      {options.map(({ key, content }, index) => (
        <div
          key={key}
          id={optionId(id, index)}
          className={styles.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
          onKeyDown={undefined}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
