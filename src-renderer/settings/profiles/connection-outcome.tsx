import { useEffect, useRef, useState } from 'react';
import type { ConnectionTest, ProfileProtocol } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDuration } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './profiles-pane.module.css';

export interface ProfileTest {
  readonly isTesting: boolean;
  readonly result: ConnectionTest | undefined;
  readonly problem: string | undefined;
  readonly models: readonly string[];
  readonly test: (input: ConnectionInput) => Promise<void>;
}

interface ConnectionInput {
  readonly baseUrl: string;
  readonly model: string;
  readonly protocol?: ProfileProtocol;
  readonly key?: string;
  readonly profile?: string;
  /** Workspace of the profile, if it is not the first. */
  readonly workspace?: string;
}

type TestOutcome = Pick<ProfileTest, 'isTesting' | 'result' | 'problem'>;

const IDLE: TestOutcome = { isTesting: false, result: undefined, problem: undefined };

/** Tries a profile as it is typed; the answer to an older question never shows. */
export function useProfileTest(): ProfileTest {
  const api = useApi();
  const [outcome, setOutcome] = useState<TestOutcome>(IDLE);
  const turn = useRef(0);
  const test = async (input: ConnectionInput) => {
    turn.current += 1;
    const mine = turn.current;
    const show = (next: TestOutcome) => {
      if (mine === turn.current) setOutcome(next);
    };
    show({ ...IDLE, isTesting: true });
    try {
      show({ ...IDLE, result: await api.profiles.test(input) });
    } catch (error) {
      show({ ...IDLE, problem: errorText(error) });
    }
  };
  return { ...outcome, models: outcome.result?.models ?? [], test };
}

const MAX_OFFERED = 12;

export interface ConnectionOutcomeProps {
  readonly trial: ProfileTest;
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
      <TestOutcome {...props} />
    </div>
  );
}

function TestOutcome({ trial: { isTesting, result, problem }, onChooseModel }: ConnectionOutcomeProps) {
  if (isTesting) return <Spinner label="Testing the connection" />;
  if (problem !== undefined) return <Banner level="error">{problem}</Banner>;
  if (result === undefined) return undefined;
  const { ok, message, advice, models, durationMs } = result;
  return (
    <Banner level={ok ? 'success' : 'error'} title={ok ? undefined : 'The server was not reached as it is set up.'}>
      <p className={styles.lines}>
        {message} ({formatDuration(durationMs)}){advice === undefined ? '' : `\n${advice}`}
      </p>
      {onChooseModel === undefined || models.length === 0 ? undefined : (
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
      )}
    </Banner>
  );
}
