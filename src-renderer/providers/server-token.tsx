import { useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useAsyncAction } from '../state/use-async-action.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './served-tools.module.css';

/** The token HTTP clients need: shown when it is asked for, and replaced after a question. */
export function ServerToken({ url }: { readonly url: string | undefined }) {
  const api = useApi();
  const doing = useAsyncAction();
  const [token, setToken] = useState<string | undefined>(undefined);
  const [isAsking, setIsAsking] = useState(false);
  const show = () => doing.run(async () => setToken((await api.mcp.token()).token));
  const replace = () => {
    setIsAsking(false);
    doing.run(async () => setToken((await api.mcp.newToken()).token));
  };
  return (
    <>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <p className={styles.row}>
        <span>Token</span>
        {token === undefined ? <span className={styles.fact}>not shown</span> : <code>{token}</code>}
        {token === undefined ? undefined : <CopyButton text={token} label="Copy the token" />}
        {token === undefined ? (
          <Button size="small" disabled={doing.isBusy} onClick={show}>
            Show the token
          </Button>
        ) : (
          <Button size="small" onClick={() => setToken(undefined)}>
            Hide the token
          </Button>
        )}
        <Button size="small" disabled={doing.isBusy} onClick={() => setIsAsking(true)}>
          New token…
        </Button>
      </p>
      {token === undefined || url === undefined ? undefined : <Example url={url} token={token} />}
      <ConfirmDialog
        title="Make a new token?"
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        confirm="Make a new token"
        keep="Keep the old one"
        onConfirm={replace}
      >
        Clients with the old token are disconnected until you give them the new one.
      </ConfirmDialog>
    </>
  );
}

function Example({ url, token }: { readonly url: string; readonly token: string }) {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  const text = JSON.stringify({ mcpServers: { 'sigma-shell': server } }, undefined, 2);
  return (
    <details>
      <summary>As most clients want it in their configuration</summary>
      <div className={styles.row}>
        <pre className={styles.example}>{text}</pre>
        <CopyButton text={text} label="Copy the configuration" />
      </div>
    </details>
  );
}
