import type { ProviderView } from '#contract';
import { plural } from '../ui/format.ts';
import { StateRow } from '../ui/state-row.tsx';
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
  return (
    <StateRow
      name={providerName(provider)}
      title={title}
      state={STATES[state]}
      facts={[...(pid === undefined ? [] : [`pid ${pid}`]), plural(tools.length, 'tool')]}
      about={`${providerKind(provider)}${session === undefined ? '' : ', of one session'}`}
      isChosen={isChosen}
      isTabStop={isTabStop}
      onChoose={() => onChoose(id)}
    />
  );
}
