import type { KeyboardEvent } from 'react';
import type { ProviderView } from '#contract';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './provider-list.module.css';
import { kindOf, nameOf, STATES } from './provider-words.ts';

export interface ProviderListProps {
  readonly providers: readonly ProviderView[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

const STEPS = { ArrowDown: 1, ArrowUp: -1 } as const;

/** What is attached; the arrow keys move through it. */
export function ProviderList({ providers, chosen, onChoose }: ProviderListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = STEPS[event.key as keyof typeof STEPS];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    rows[rows.findIndex((row) => row.matches(':focus')) + step]?.focus();
  };
  return (
    <ul className={styles.list} aria-label="Attached providers" onKeyDown={onKeyDown}>
      {providers.map((provider) => (
        <li key={provider.id}>
          <Row provider={provider} isChosen={provider.id === chosen} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly provider: ProviderView;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}

function Row({ provider, isChosen, onChoose }: RowProps) {
  const { id, pid, state, title, tools, session } = provider;
  const words = STATES[state];
  return (
    <button
      type="button"
      className={styles.row}
      tabIndex={isChosen ? 0 : -1}
      aria-current={isChosen ? 'true' : undefined}
      title={title}
      onClick={() => onChoose(id)}
    >
      <span className={styles.name}>
        <VisibleText text={nameOf(provider)} />
      </span>
      <span className={styles.meta}>
        <span className={styles.state} data-tone={words.tone}>
          <Icon name={words.icon} size={14} />
          {words.text}
        </span>
        {pid === undefined ? undefined : <span>pid {pid}</span>}
        <span>{plural(tools.length, 'tool')}</span>
      </span>
      <span className={styles.meta}>
        {kindOf(provider)}
        {session === undefined ? '' : ', of one session'}
      </span>
    </button>
  );
}
