import { useApi } from '../api/api-context.tsx';
import { useLayout } from '../state/layout.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { useAgents, useLooksLikeAgent } from '../state/use-agents.ts';
import { useAsyncAction } from '../state/use-async-action.ts';
import { announce } from '../ui/announce.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

const NONE: readonly string[] = [];

/** Offers to open a folder as an agent workspace where it looks like one; until then its `tools` are files like others. */
export function AgentOffer({ path }: { readonly path: string | undefined }) {
  // A failure is that of its own folder.
  return path === undefined ? undefined : <FolderOffer key={path} path={path} />;
}

function FolderOffer({ path }: { readonly path: string }) {
  const api = useApi();
  const doing = useAsyncAction();
  const { open, view, viewNow } = useNavigation();
  const [dismissed, setDismissed] = useLayout('agents.not-offered', NONE);
  const isOne = useLooksLikeAgent(path, useAgents());
  if (!isOne || dismissed.includes(path)) return undefined;
  const openIt = async () => {
    const opened = await api.workspaces.open({ path });
    // The person may be typing elsewhere by then.
    if (viewNow() === view) open('workspaces', opened.path);
    else announce(`In Workspaces: ${opened.name}`);
  };
  return (
    <Banner
      level="info"
      title="This folder looks like an agent"
      actions={
        <Button size="small" disabled={doing.isBusy} onClick={() => doing.run(openIt)}>
          Open it as a workspace
        </Button>
      }
      onDismiss={() => setDismissed([...dismissed, path])}
    >
      {doing.problem ?? (
        <>
          <VisibleText text={path} /> has tools, skills or a system prompt. As a workspace it works with them, once you
          have read them and trust them.
        </>
      )}
    </Banner>
  );
}
