import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { ToolItem } from '../items/tool-item.ts';

/** Notice about what the box refused a command, with a way out. */
export function BoxRefusal({ item, session }: { readonly item: ToolItem; readonly session: string }) {
  const { isBusy, hasRun, problem, run } = useRunOutside(session, item.callId);
  const lines = item.command?.refusedByBox;
  if (lines === undefined) return undefined;
  return (
    <Banner level="warning" title="The box stopped part of this.">
      In the box a command writes only in the workspace and its own /tmp, does not change files that run code by
      themselves, sees only its own processes, and has no network unless that was allowed: its localhost is its own.
      <ul aria-label="What the box refused">
        {lines.map((line) => (
          <li key={line}>
            <code>
              <VisibleText text={line} />
            </code>
          </li>
        ))}
      </ul>
      {problem === undefined ? undefined : <p role="alert">{problem}</p>}
      <Button size="small" aria-disabled={isBusy || hasRun} onClick={run}>
        {isBusy ? 'Running outside…' : 'Run outside once'}
      </Button>
    </Banner>
  );
}

function useRunOutside(session: string, callId: string) {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [hasRun, setRun] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const run = () => {
    if (isBusy || hasRun) return;
    setBusy(true);
    setProblem(undefined);
    api.sessions
      .runOutside({ session, callId })
      .then(
        () => {
          setRun(true);
          announce('The command ran outside the box');
        },
        (error: unknown) => setProblem(failureText('Not run', error)),
      )
      .finally(() => setBusy(false));
  };
  return { isBusy, hasRun, problem, run };
}
