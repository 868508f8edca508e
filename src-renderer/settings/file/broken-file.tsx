import { useState } from 'react';
import type { SettingsState } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemList } from './problem-list.tsx';

/**
 * Notice that the file cannot be read as settings: says where, and offers both ways out. Nothing is written over it in the
 * meantime.
 */
export function BrokenFile({ state, onShow }: { readonly state: SettingsState; readonly onShow: () => void }) {
  const api = useApi();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const replace = () => {
    api.settings.replaceBroken().catch((error: unknown) => setProblem(errorText(error)));
  };
  return (
    <Banner
      level="error"
      title="The settings file has problems; the defaults are used until it is fixed."
      actions={
        <>
          <Button size="small" onClick={onShow}>
            Fix it
          </Button>
          <Button size="small" onClick={replace}>
            Keep a copy and start from the defaults
          </Button>
        </>
      }
    >
      <p>{state.file}</p>
      <ProblemList problems={state.problems} />
      {problem === undefined ? undefined : <p>{problem}</p>}
    </Banner>
  );
}
