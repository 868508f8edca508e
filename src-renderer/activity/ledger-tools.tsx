import { useState } from 'react';
import type { Api, SessionSummary } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { actionOf } from '../state/action-table.ts';
import { useActions } from '../state/actions.tsx';
import { errorCode, errorText } from '../state/error-text.ts';
import { useNavigation } from '../state/navigation.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { exportRecord } from '../ui/export-session.ts';
import { plural } from '../ui/format.ts';
import { activityActions } from './action-table.ts';
import styles from './ledger-tools.module.css';

export interface LedgerToolsProps {
  /** The session that is chosen, or an empty string for all. */
  readonly session: string;
  readonly sessions: readonly SessionSummary[];
  /** Whether all sessions are known, so that a check of all leaves none out. */
  readonly isReady: boolean;
}

interface LedgerToolOutcome {
  /** Session that it is about, or an empty string for all. */
  readonly session: string;
  readonly level: 'success' | 'error' | 'warning';
  readonly text: string;
}

type SessionlessOutcome = Omit<LedgerToolOutcome, 'session'>;

/** Export and verification of the session that is chosen, or of all. */
export function LedgerTools({ session, sessions, isReady }: LedgerToolsProps) {
  const api = useApi();
  const [outcome, setOutcome] = useState<LedgerToolOutcome | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const told = (of: SessionlessOutcome | undefined) => setOutcome(of && { ...of, session });
  const run = (work: () => Promise<SessionlessOutcome | undefined>) => {
    setIsBusy(true);
    setOutcome(undefined);
    work()
      .then(told, (error: unknown) => told({ level: 'error', text: errorText(error) }))
      .finally(() => setIsBusy(false));
  };

  const exportAs = (format: 'json' | 'markdown') =>
    run(async () => {
      await exportRecord(api, session === '' ? { format, name: 'activity' } : { format, session, name: session });
      return undefined;
    });
  const verify = () =>
    run(async () => {
      const checks = session === '' ? await checkAll(api, sessions) : [await checkOne(api, session)];
      const problems = checks.flatMap((checked) => checked.problems);
      const events = checks.reduce((sum, checked) => sum + checked.events, 0);
      const seen = `${plural(events, 'event')} in ${plural(checks.length, 'session')} checked`;
      if (problems.length === 0)
        return { level: 'success', text: `${seen}: every line and the chain of hashes are whole.` };
      return { level: 'warning', text: `${seen}, ${plural(problems.length, 'problem')}:\n${problems.join('\n')}` };
    });
  useToolActions({ isEnabled: isReady && !isBusy, exportAs, verify });
  return (
    <div className={styles.tools}>
      <Button size="small" disabled={isBusy} onClick={() => exportAs('json')}>
        Export JSON
      </Button>
      <Button size="small" disabled={isBusy} onClick={() => exportAs('markdown')}>
        Export Markdown
      </Button>
      <Button size="small" disabled={isBusy || !isReady} onClick={verify}>
        Verify
      </Button>
      {outcome?.session !== session ? undefined : (
        <div className={styles.outcome}>
          <Banner level={outcome.level} onDismiss={() => setOutcome(undefined)}>
            {outcome.text}
          </Banner>
        </div>
      )}
    </div>
  );
}

interface ToolActionsOptions {
  readonly isEnabled: boolean;
  readonly exportAs: (format: 'json' | 'markdown') => void;
  readonly verify: () => void;
}

/** Offers the tools from anywhere, as actions; what comes of them is said in the view. */
function useToolActions({ isEnabled, exportAs, verify }: ToolActionsOptions): void {
  const { open } = useNavigation();
  const action = (id: keyof typeof activityActions, run: () => void) =>
    actionOf(activityActions, id, {
      enabled: isEnabled,
      run: () => {
        open('activity');
        run();
      },
    });
  useActions([
    action('activity.export-json', () => exportAs('json')),
    action('activity.export-markdown', () => exportAs('markdown')),
    action('activity.verify', verify),
  ]);
}

interface RecordCheck {
  readonly events: number;
  readonly problems: readonly string[];
}

async function checkOne(api: Api, session: string): Promise<RecordCheck> {
  const { events, problems } = await api.activity.verify({ session });
  return { events, problems: problems.map((problem) => `${session}: ${problem}`) };
}

/** Checks one after the other. One that is deleted meanwhile is left out; one that cannot be checked is a problem. */
async function checkAll(api: Api, sessions: readonly SessionSummary[]): Promise<readonly RecordCheck[]> {
  const checks: RecordCheck[] = [];
  for (const { id } of sessions) {
    try {
      checks.push(await checkOne(api, id));
    } catch (error) {
      const code = errorCode(error);
      // A lost connection says nothing about the session.
      if (code === undefined) throw error;
      if (code !== 'NOT_FOUND') checks.push({ events: 0, problems: [`${id}: ${errorText(error)}`] });
    }
  }
  return checks;
}
