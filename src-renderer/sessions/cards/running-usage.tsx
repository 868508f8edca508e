import { useEffect, useState } from 'react';
import type { LimitName } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LIMITS, limitAmount, limitName, limitNoun, limitOf, shareOf } from '../../ui/limit-words.ts';
import { Menu } from '../../ui/menu.tsx';
import { UsageGauges } from '../../ui/usage-gauges.tsx';
import { useHasElapsed } from '../../ui/use-has-elapsed.ts';
import type { ToolItem } from '../items/tool-item.ts';
import { RaisedLimits } from './raised-limits.tsx';
import styles from './running-usage.module.css';
import { type RunningUsage, useRunningUsage } from './usage-board.ts';
import { type RaiseScope, useRaise } from './use-raise.ts';

/** A command that ends sooner shows no gauges, which would only flash. In milliseconds. */
const MOMENT_MS = 500;

/** Usage of a running command against its limits, with a button to end it and, near a limit, to raise it. */
export function RunningUse({ item, session }: { readonly item: ToolItem; readonly session: string }) {
  const now = useRunningUsage(item.id);
  const isDue = useHasElapsed(MOMENT_MS);
  const limits = now?.limits ?? item.command?.limits;
  if (!isDue) return undefined;
  return (
    <section className={styles.use} aria-label="What it uses">
      {limits === undefined ? undefined : <UsageGauges usage={now?.usage} limits={limits} />}
      <RunningUsageRow item={item} session={session} now={now} />
    </section>
  );
}

interface RunningUsageProps {
  readonly item: ToolItem;
  readonly session: string;
  readonly now: RunningUsage | undefined;
}

/** A row of its own, there from the start, so that nothing moves when a limit comes near. */
function RunningUsageRow({ item, session, now }: RunningUsageProps) {
  const api = useApi();
  const raising = useRaise(session, item.callId);
  const offered = useOffered(now);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const stop = () => {
    setProblem(undefined);
    api.sessions.stop({ session }).catch((error: unknown) => setProblem(failureText('Not stopped', error)));
  };
  const wrong = problem ?? raising.problem;
  const wordsOf = (limit: LimitName, scope: RaiseScope) => {
    const to = 2 * ((now && limitOf(now.limits, limit)) ?? 0);
    const words = `${limitNoun(limit)} to ${limitAmount(limit, to)}, ${scope === 'once' ? 'for this command' : 'for all of its commands'}`;
    return {
      label: `${scope === 'once' ? 'Raise once' : 'Raise for this session'}: ${words}`,
      onSelect: () => raising.raise({ limit, scope, to }),
    };
  };
  return (
    <div className={styles.row}>
      <RaisedLimits command={item.command} isRunning />
      {wrong === undefined ? undefined : (
        <span className={styles.problem} role="alert">
          {wrong}
        </span>
      )}
      <span className={styles.gap} />
      {offered.length === 0 ? undefined : (
        <Menu
          trigger={
            <Button size="small" aria-disabled={raising.isBusy}>
              <Icon name="arrow-up" size={14} /> Raise
            </Button>
          }
          items={offered.flatMap((limit, index) => [
            ...(index === 0 ? [] : ['separator' as const]),
            wordsOf(limit, 'once'),
            wordsOf(limit, 'session'),
          ])}
        />
      )}
      <Button size="small" title="Stops the command, and the turn with it" onClick={stop}>
        <Icon name="stop" size={14} /> Stop
      </Button>
    </div>
  );
}

/** Limits that were near at some moment. They stay offered, so that no button goes away under the pointer. */
function useOffered(now: RunningUsage | undefined): readonly LimitName[] {
  const [offered, setOffered] = useState<readonly LimitName[]>([]);
  const near = now === undefined ? [] : LIMITS.filter((limit) => shareOf(limit, now.usage, now.limits).isNear);
  const isNews = near.some((limit) => !offered.includes(limit));
  if (isNews) setOffered(LIMITS.filter((limit) => near.includes(limit) || offered.includes(limit)));
  const last = offered.map(limitName).join(', ');
  useEffect(() => {
    if (last !== '') announce(`Near its limit: ${last}`);
  }, [last]);
  return offered;
}
