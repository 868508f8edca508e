import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './adapter-pane.module.css';

/** The token that clients present: shown when it is asked for, and replaced after a question. */
export function AdapterToken({ url }: { readonly url: string | undefined }) {
  const api = useApi();
  const doing = useSettingsAction();
  const [token, setToken] = useState<string | undefined>(undefined);
  const [isAsking, setIsAsking] = useState(false);
  const show = () => doing.run(async () => setToken((await api.adapter.token()).token));
  const replace = () => {
    setIsAsking(false);
    void doing.run(async () => setToken((await api.adapter.newToken()).token));
  };
  return (
    <div>
      <RefusalBanner doing={doing} />
      <p className={styles.row}>
        {token === undefined ? (
          <>
            <span className={styles.note}>not shown</span>
            <Button size="small" disabled={doing.isBusy} onClick={() => void show()}>
              Show the token
            </Button>
          </>
        ) : (
          <>
            <code>{token}</code>
            <CopyButton text={token} label="Copy the token" />
            <Button size="small" onClick={() => setToken(undefined)}>
              Hide the token
            </Button>
          </>
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
    </div>
  );
}

function Example({ url, token }: { readonly url: string; readonly token: string }) {
  const text = `io('${url}', { auth: { token: '${token}' } })`;
  return (
    <>
      <p className={styles.note}>With socket.io-client:</p>
      <p className={styles.example}>
        <code className={styles.code}>{text}</code>
        <CopyButton text={text} label="Copy how to connect" />
      </p>
    </>
  );
}
