import { useEffect, useRef, useState } from 'react';
import type { AnyLedgerEvent } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { useWorkspaceOf } from '../state/sessions.tsx';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/button.tsx';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useToday } from '../ui/use-today.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './chain-panel.module.css';
import { EventDetails } from './event-details.tsx';
import { eventWords } from './formatters/event-words.ts';

export interface ChainPanelProps {
  readonly event: AnyLedgerEvent;
  readonly titleOf: (session: string) => string;
  readonly onChoose: (event: AnyLedgerEvent) => void;
  readonly onClose: () => void;
}

interface Chain {
  readonly of: AnyLedgerEvent;
  readonly causes: readonly AnyLedgerEvent[];
  readonly effects: readonly AnyLedgerEvent[];
}

/** Panel with the chain of one event, from its first cause to its last effect. */
export function ChainPanel({ event, titleOf, onChoose, onClose }: ChainPanelProps) {
  const api = useApi();
  const [found, setFound] = useState<Chain | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const { session, id } = event;
  // A step of the chain that is shown is gone to within it; another event has another chain.
  const chain = found !== undefined && isWithin(found, event) ? found : undefined;
  useEffect(() => {
    let isCurrent = true;
    setProblem(undefined);
    api.activity.chain({ session, id }).then(
      (answer) => isCurrent && setFound({ ...answer, of: event }),
      (error: unknown) => {
        if (!isCurrent) return;
        setFound(undefined);
        setProblem(errorText(error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [api, session, id, event]);

  useEffect(() => {
    if (chain !== undefined) list.current?.querySelector('[data-this]')?.scrollIntoView?.({ block: 'nearest' });
  }, [chain]);

  const step = (one: AnyLedgerEvent, isThis: boolean) => (
    <li key={one.id} className={styles.step} data-this={isThis ? '' : undefined}>
      <ChainStep event={one} isThis={isThis} onChoose={() => onChoose(one)} />
      {isThis ? <EventDetails event={one} onShowChain={() => onChoose(one)} /> : undefined}
    </li>
  );
  return (
    <section className={styles.panel} aria-label="Chain">
      <header className={styles.head}>
        <h2 className={styles.title}>What led here, and what came of it</h2>
        <IconButton label="Close the chain" icon="close" size="small" onClick={onClose} />
      </header>
      <p className={styles.session}>
        <VisibleText text={titleOf(session)} />
      </p>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {chain === undefined && problem === undefined ? <Spinner label="Walking the chain" /> : undefined}
      {chain === undefined ? undefined : (
        <ol ref={list} className={styles.steps} aria-label="Steps of the chain">
          {withoutEvent(chain.causes, id).map((one) => step(one, false))}
          {step(event, true)}
          {withoutEvent(chain.effects, id).map((one) => step(one, false))}
        </ol>
      )}
    </section>
  );
}

const isWithin = ({ of, causes, effects }: Chain, { session, id }: AnyLedgerEvent) =>
  [of, ...causes, ...effects].some((one) => one.session === session && one.id === id);

const withoutEvent = (events: readonly AnyLedgerEvent[], id: string) => events.filter((event) => event.id !== id);

interface ChainStepProps {
  readonly event: AnyLedgerEvent;
  readonly isThis: boolean;
  readonly onChoose: () => void;
}

function ChainStep({ event, isThis, onChoose }: ChainStepProps) {
  useToday();
  const { name, icon, text } = eventWords(event, useWorkspaceOf(event.session));
  return (
    <button type="button" className={styles.button} aria-current={isThis ? 'step' : undefined} onClick={onChoose}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          {name} · {formatTime(event.at)}
        </span>
        <span className={styles.text}>
          <VisibleText text={text} />
        </span>
      </span>
    </button>
  );
}
