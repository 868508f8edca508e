import type { ProviderView } from '#contract';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { walkByArrows } from '../ui/walk-by-arrows.ts';
import styles from './provider-list.module.css';
import { providerKind, providerName, STATES } from './provider-words.ts';

export interface ProviderListProps {
  readonly providers: readonly ProviderView[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** List of attached providers; the arrow keys move through it. */
export function ProviderList({ providers, chosen, onChoose }: ProviderListProps) {
  const tabStop = chosen ?? providers[0]?.id;
  return (
    <ul className={styles.list} aria-label="Attached providers" onKeyDown={walkByArrows}>
      {providers.map((provider) => (
        <li key={provider.id} data-focus-row>
          <ProviderRow
            provider={provider}
            isChosen={provider.id === chosen}
            isTabStop={provider.id === tabStop}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly provider: ProviderView;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: (id: string) => void;
}

function ProviderRow({ provider, isChosen, isTabStop, onChoose }: RowProps) {
  const { id, pid, state, title, tools, session } = provider;
  const words = STATES[state];
  return (
    <button
      type="button"
      className={styles.row}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isChosen ? 'true' : undefined}
      title={title}
      onClick={() => onChoose(id)}
    >
      <span className={styles.name}>
        <VisibleText text={providerName(provider)} />
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
        {providerKind(provider)}
        {session === undefined ? '' : ', of one session'}
      </span>
    </button>
  );
}
