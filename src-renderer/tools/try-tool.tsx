import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SchemaForm } from '../forms/schema-form.tsx';
import { useKeptForm } from '../forms/use-kept-form.ts';
import { errorText } from '../state/error-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './try-tool.module.css';
import { useTrialDraft } from './use-trial-draft.ts';

export interface TrialResult {
  readonly content: string;
  readonly outcome: 'done' | 'failed' | 'refused' | 'cancelled' | 'invalid';
}

export interface TryToolProps {
  readonly tool: { readonly name: string; readonly parameters: Record<string, unknown> };
  /** Names it among all tools that can be tried; its arguments are kept by that. */
  readonly keptAs: string;
  /** Calls it with these arguments, JSON text. */
  readonly onCall: (args: string, signal: AbortSignal) => Promise<TrialResult>;
}

/** Calls a tool by hand: as a call of a model would, it asks first and is on the record. */
export function TryTool({ tool, keptAs, onCall }: TryToolProps) {
  const form = useKeptForm(tool.parameters, useTrialDraft(keptAs));
  const trial = useTrial(onCall);
  const [isRefused, setIsRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.showProblems();
    setIsRefused(!form.isValid);
    if (form.isValid) trial.call(form.json);
  };
  return (
    <form className={styles.trial} aria-label={`Try ${tool.name} by hand`} onSubmit={submit} noValidate>
      <SchemaForm form={form} label={`Arguments of ${tool.name}`} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={trial.isRunning}>
          Call
        </Button>
        {isRefused && !form.isValid && !trial.isRunning ? (
          <Button onClick={() => trial.call(form.json)}>Call it all the same</Button>
        ) : undefined}
        {trial.isRunning ? (
          <>
            <Button onClick={trial.cancel}>Cancel</Button>
            <Spinner label="Called; the review asks you first" />
          </>
        ) : undefined}
      </div>
      {trial.problem === undefined ? undefined : <Banner level="error">{trial.problem}</Banner>}
      {trial.result === undefined ? undefined : <CallOutcome tool={tool.name} result={trial.result} />}
    </form>
  );
}

function CallOutcome({ tool, result: { content, outcome } }: { readonly tool: string; readonly result: TrialResult }) {
  return (
    <div className={styles.outcome}>
      <Badge tone={outcome === 'done' ? 'success' : 'danger'}>{outcome}</Badge>
      <ScrollBlock label={`Result of ${tool}`} className={styles.code}>
        <VisibleText text={content} />
      </ScrollBlock>
    </div>
  );
}

function useTrial(onCall: TryToolProps['onCall']) {
  const [isRunning, setIsRunning] = useState(false);
  const [result, setResult] = useState<TrialResult | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const call = (args: string) => {
    const mine = new AbortController();
    ending.current = mine;
    setIsRunning(true);
    setProblem(undefined);
    setResult(undefined);
    onCall(args, mine.signal)
      .then(setResult, (error: unknown) => {
        if (!mine.signal.aborted) setProblem(errorText(error));
      })
      .finally(() => setIsRunning(false));
  };
  return { isRunning, result, problem, call, cancel: () => ending.current?.abort() };
}
