import { useRef, useState } from 'react';
import type { ProviderView } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { useLatestRequest } from '../state/use-latest-request.ts';
import { TextField } from '../ui/text-field.tsx';
import styles from './provider-detail.module.css';

/** Least and most that the contract allows, in seconds. */
const LEAST = 0.1;
const MOST = 3600;

/** Field for the time limit of a call; saved with Enter or on leaving. */
export function TimeLimit({ provider: { id, callTimeoutMs } }: { readonly provider: ProviderView }) {
  const api = useApi();
  const latest = useLatestRequest();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  /** Text that is being saved. */
  const sent = useRef<string>(undefined);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const kept = String(callTimeoutMs / 1000);
  const seconds = Number(typed?.trim() ?? kept);
  const isWrong = typed !== undefined && !(seconds >= LEAST && seconds <= MOST);
  const discard = () => {
    setTyped(undefined);
    setProblem(undefined);
  };
  const commit = () => {
    if (typed === undefined || isWrong) return;
    // Leaving the field after Enter would save it a second time.
    if (typed === sent.current) return;
    if (typed.trim() === kept && sent.current === undefined) return discard();
    const isLatest = latest.begin();
    sent.current = typed;
    setProblem(undefined);
    api.providers
      .setCallTimeout({ id, ms: Math.round(seconds * 1000) })
      // Text that could not be saved, or was typed meanwhile, stays.
      .then(
        () => setTyped((now) => (now === typed ? undefined : now)),
        (error: unknown) => isLatest() && setProblem(errorText(error)),
      )
      .finally(() => {
        if (isLatest()) sent.current = undefined;
      });
  };
  return (
    <TextField
      className={styles.limit}
      label="Time limit of a call, in seconds"
      inputMode="decimal"
      value={typed ?? kept}
      error={isWrong ? `A number from ${LEAST} to ${MOST}` : problem}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        // An input method takes the key to end its word.
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') discard();
      }}
    />
  );
}
