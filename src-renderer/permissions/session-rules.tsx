import { useRef, useState } from 'react';
import type { Rule } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { failureText } from '../state/error-text.ts';
import { useLive } from '../state/use-live.ts';
import { announce } from '../ui/announce.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatFullTime, formatTime } from '../ui/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useToday } from '../ui/use-today.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { RULE_VERDICTS, subjectWords } from './rule-words.ts';
import styles from './session-rules.module.css';

export interface SessionRulesProps {
  readonly session: string;
  readonly onClose: () => void;
}

/** Rules that were kept for one session alone, and the way to be rid of them. */
export function SessionRules({ session, onClose }: SessionRulesProps) {
  const live = useLive((api, signal) => api.rules.ofSession({ session }, { signal }), [session]);
  return (
    <Dialog
      open
      title="Rules of this session"
      description="They count in this session alone, beside the rules in Settings. A rule that is removed stays on the record."
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {live.status === 'loading' ? <Spinner label="Loading rules" /> : undefined}
      {live.status === 'failed' ? <Banner level="error">{live.error.message}</Banner> : undefined}
      {live.status === 'ready' ? <SessionRuleList rules={live.value} session={session} /> : undefined}
    </Dialog>
  );
}

function SessionRuleList({ rules, session }: { readonly rules: readonly Rule[]; readonly session: string }) {
  useToday();
  const api = useApi();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  // By id: a rule that is removed leaves the list a moment later.
  const asked = useRef<ReadonlySet<string>>(new Set());
  const remove = async (id: string, words: string) => {
    if (asked.current.has(id)) return;
    asked.current = new Set([...asked.current, id]);
    setProblem(undefined);
    try {
      await api.rules.removeFromSession({ session, id });
      announce(`Removed: ${words}`);
    } catch (error) {
      asked.current = new Set([...asked.current].filter((one) => one !== id));
      setProblem(failureText('The rule was not removed', error));
    }
  };
  if (rules.length === 0) {
    return (
      <EmptyState
        icon="shield"
        title="No rule of this session"
        text="“Allow like this…” on a question makes one: choose “This session only” there."
      />
    );
  }
  return (
    <>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <ul className={styles.list} aria-label="Rules of this session">
        {rules.map(({ id, verdict, subject, at }) => {
          const words = subjectWords(subject, verdict);
          return (
            <li key={id} className={styles.rule}>
              <Badge tone={verdict === 'allow' ? 'success' : 'danger'}>{RULE_VERDICTS[verdict]}</Badge>
              <code className={styles.words}>
                <VisibleText text={words} />
              </code>
              <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatFullTime(at)}>
                {formatTime(at)}
              </time>
              <Button size="small" aria-label={`Remove the rule ${words}`} onClick={() => void remove(id, words)}>
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
