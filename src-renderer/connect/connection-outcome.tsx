import { type ReactNode, useEffect, useRef } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { formatDuration } from '../ui/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import styles from './connection-form.module.css';
import type { ConnectionTrial } from './use-connection-test.ts';

const MAX_OFFERED = 12;

export interface ConnectionOutcomeProps {
  readonly trial: ConnectionTrial;
  /** Buttons for a server that fails the test. */
  readonly actions?: ReactNode;
  readonly onChooseModel?: (name: string) => void;
}

/** Result of the test, in the server's own words, with its models to choose from. */
export function ConnectionOutcome(props: ConnectionOutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  const { result, problem } = props.trial;
  // It may come below what is shown.
  useEffect(() => {
    if (result !== undefined || problem !== undefined) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [result, problem]);
  return (
    <div ref={place} className={styles.outcome}>
      <OutcomeBanner {...props} />
    </div>
  );
}

function OutcomeBanner({ trial: { state, result, problem }, actions, onChooseModel }: ConnectionOutcomeProps) {
  if (state === 'testing') return <Spinner label="Testing the connection" />;
  if (state === 'connecting') return <Spinner label="Connecting" />;
  if (problem !== undefined) return <Banner level="error">{problem}</Banner>;
  if (state === 'connected') return <Banner level="success">Connected.</Banner>;
  if (result === undefined) return undefined;
  const { ok, message, advice, models, durationMs } = result;
  return (
    <Banner
      level={ok ? 'success' : 'error'}
      title={ok ? undefined : 'The server did not answer as expected.'}
      actions={ok ? undefined : actions}
    >
      <p className={styles.lines}>
        {message} ({formatDuration(durationMs)}){advice === undefined ? '' : `\n${advice}`}
      </p>
      {onChooseModel === undefined ? undefined : <OfferedModels models={models} onChooseModel={onChooseModel} />}
    </Banner>
  );
}

interface OfferedModelsProps {
  readonly models: readonly string[];
  readonly onChooseModel: (name: string) => void;
}

function OfferedModels({ models, onChooseModel }: OfferedModelsProps) {
  if (models.length === 0) return undefined;
  return (
    <ul className={styles.models} aria-label="Models of the server">
      {models.slice(0, MAX_OFFERED).map((name) => (
        <li key={name}>
          <Button size="small" onClick={() => onChooseModel(name)}>
            {name}
          </Button>
        </li>
      ))}
      {models.length > MAX_OFFERED ? <li>and {models.length - MAX_OFFERED} more</li> : undefined}
    </ul>
  );
}

export interface ConnectionTestRowProps extends ConnectionOutcomeProps {
  readonly disabled: boolean;
  readonly onTest: () => void;
}

/** The button that tries what is typed, with the outcome beside it. */
export function ConnectionTestRow({ disabled, onTest, ...outcome }: ConnectionTestRowProps) {
  const isBusy = outcome.trial.state === 'testing' || outcome.trial.state === 'connecting';
  return (
    <div className={styles.trial}>
      <Button disabled={disabled || isBusy} onClick={onTest}>
        Test connection
      </Button>
      <ConnectionOutcome {...outcome} />
    </div>
  );
}
