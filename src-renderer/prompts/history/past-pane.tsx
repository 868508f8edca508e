import { useState } from 'react';
import type { PastRendering } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useNavigation } from '../../state/navigation.tsx';
import { useSettings } from '../../state/settings.tsx';
import { useLatestRequest } from '../../state/use-latest-request.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatFullTime } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useRequest } from '../records/use-request.ts';
import { ComparedTexts } from './compared-texts.tsx';
import { renderOutcomeText } from './joined-messages.ts';
import { PastBody } from './past-body.tsx';
import styles from './versions-pane.module.css';

export interface PastPaneProps {
  /** Session and event, with a slash between them. */
  readonly id: string;
  readonly onClose: (prompt: string | undefined) => void;
}

interface TextVersions {
  readonly before: string;
  readonly now: string;
}

/** A rendering of the record as it was then, to be looked into, and compared with what the prompt makes now. */
export function PastPane({ id, onClose }: PastPaneProps) {
  const [session = '', event = ''] = id.split('/');
  const { open } = useNavigation();
  const asked = useRequest((api) => api.prompts.past({ session, event }), id);
  const past = asked.value;
  const comparing = useComparing(past);
  const prompt = past?.prompt?.id;
  return (
    <section className={styles.pane} aria-label="Past rendering">
      <header className={styles.bar}>
        <h2 className={styles.heading}>
          {prompt ?? 'A prompt of the app'}
          {past === undefined ? '' : `, as rendered ${formatFullTime(past.at)}`}
        </h2>
        {prompt === undefined ? undefined : (
          <Button size="small" onClick={comparing.toggle}>
            {comparing.both === undefined ? 'Compare with now' : 'Show the rendering'}
          </Button>
        )}
        <Button size="small" onClick={() => open('sessions', session)}>
          Open the session
        </Button>
        <Button size="small" onClick={() => onClose(prompt)}>
          {prompt === undefined ? 'Back to the prompts' : 'Open the prompt'}
        </Button>
      </header>
      <div className={styles.body}>
        <PastVersion past={past} comparing={comparing} problem={asked.problem} />
      </div>
    </section>
  );
}

interface BodyProps {
  readonly past: PastRendering | undefined;
  readonly comparing: ReturnType<typeof useComparing>;
  readonly problem: string | undefined;
}

function PastVersion({ past, comparing, problem = comparing.problem }: BodyProps) {
  const { appearance } = useSettings();
  const { both } = comparing;
  if (problem !== undefined) return <Banner level="error">{problem}</Banner>;
  if (past === undefined) return <Spinner label="Loading the rendering" />;
  if (both === undefined) return <PastBody past={past} />;
  return (
    <ComparedTexts
      label="Rendered prompt, then and now"
      same="With the same arguments the prompt still renders the same text."
      left={both.before}
      right={both.now}
      language="plaintext"
      fontSize={appearance.font_size}
    />
  );
}

function useComparing(past: PastRendering | undefined) {
  const api = useApi();
  const latest = useLatestRequest();
  const [both, setBoth] = useState<TextVersions | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const compare = async ({ session, event, prompt, rendered }: PastRendering) => {
    if (prompt === undefined) return;
    const { id } = prompt;
    const isLatest = latest.begin();
    try {
      const { record } = await api.prompts.get({ id });
      const outcomes = await api.prompts.compare({
        left: { kind: 'past', session, event },
        right: { kind: 'draft', id, draft: record },
        args: rendered.args,
      });
      if (isLatest()) setBoth({ before: renderOutcomeText(outcomes.left), now: renderOutcomeText(outcomes.right) });
    } catch (error) {
      if (isLatest()) setProblem(errorText(error));
    }
  };
  const toggle = () => {
    latest.cancel();
    setProblem(undefined);
    if (both !== undefined) setBoth(undefined);
    else if (past !== undefined) void compare(past);
  };
  return { both, problem, toggle };
}
