import { useState } from 'react';
import { useNavigation } from '../../state/navigation.tsx';
import { hasNoModel, useProfiles } from '../../state/use-profiles.ts';
import { Markdown } from '../../text/markdown.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatDollars, formatDuration } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './answer-pane.module.css';
import { ConnectDialog } from './connect-dialog.tsx';
import type { PromptAnswer, PromptSender } from './use-send-prompt.ts';

/** Answer of the model, with its cost. */
export function AnswerPane({ sending }: { readonly sending: PromptSender }) {
  const { open } = useNavigation();
  const { answer, isRunning, stop } = sending;
  if (answer === undefined) {
    return <p className={styles.hint}>“Send to model” sends what is rendered above, and the answer appears here.</p>;
  }
  const { sent, text, reasoning, note, state } = answer;
  return (
    <section className={styles.answer} aria-label="Answer" aria-busy={isRunning}>
      <div className={styles.bar}>
        {isRunning ? (
          <Spinner label={note ?? 'The model answers'} />
        ) : (
          <span className={styles.facts}>{answerFacts(answer)}</span>
        )}
        <span className={styles.gap} />
        {isRunning ? (
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        ) : undefined}
        {sent === undefined ? undefined : (
          <Button size="small" onClick={() => open('sessions', sent.session)}>
            Open the session
          </Button>
        )}
      </div>
      {state === 'failed' ? <Failed note={note} /> : undefined}
      {reasoning === '' ? undefined : (
        <details className={styles.reasoning}>
          <summary>Reasoning</summary>
          <VisibleText text={reasoning} />
        </details>
      )}
      <Markdown text={text} />
    </section>
  );
}

function Failed({ note }: { readonly note: string | undefined }) {
  const profiles = useProfiles();
  const [isConnecting, setIsConnecting] = useState(false);
  const connect = (
    <Button size="small" onClick={() => setIsConnecting(true)}>
      Connect a model…
    </Button>
  );
  return (
    <>
      <Banner level="error" actions={hasNoModel(profiles) ? connect : undefined}>
        {note}
      </Banner>
      {isConnecting ? <ConnectDialog onClose={() => setIsConnecting(false)} /> : undefined}
    </>
  );
}

function answerFacts({ state, sent, done }: PromptAnswer): string {
  const by = sent === undefined ? '' : `${sent.model}`;
  if (done === undefined) return [by, state === 'stopped' ? 'stopped' : ''].filter(Boolean).join(', ');
  const { durationMs, usage, cost, finish } = done;
  const parts = [
    by,
    formatDuration(durationMs),
    usage === undefined ? '' : `${formatCount(usage.input)} + ${formatCount(usage.output)} tokens`,
    cost === undefined ? '' : formatDollars(cost),
    finish === 'stop' ? '' : finish,
  ];
  return parts.filter(Boolean).join(', ');
}
