import { useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { announce } from '../ui/announce.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** The mode that would not have asked this: it is never chosen by itself. */
export function WorkspaceOffer({ session }: { readonly session: string }) {
  const api = useApi();
  const [state, setState] = useState<'open' | 'chosen' | { readonly problem: string }>('open');
  const choose = () =>
    api.rules.setMode({ session, mode: 'workspace' }).then(
      () => {
        setState('chosen');
        announce('Permission mode: Workspace');
      },
      (error: unknown) => setState({ problem: errorText(error) }),
    );
  if (state === 'chosen') {
    return <Banner level="info">From now on, commands that stay in the box run without asking.</Banner>;
  }
  return (
    <Banner level="info" title="You have already allowed similar commands in this session.">
      In the mode Workspace, commands that stay in the box run without asking; you can undo what they change.
      {state === 'open' ? undefined : <p role="alert">The mode was not changed: {state.problem}</p>}{' '}
      <Button size="small" onClick={() => void choose()}>
        Use the mode Workspace
      </Button>
    </Banner>
  );
}
