import { type ReactNode, useState } from 'react';
import { useAsyncAction } from '../state/use-async-action.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './access-token.module.css';

/** Requests to the host that give the token of a server. */
interface TokenRequests {
  readonly token: () => Promise<{ readonly token: string }>;
  /** Replaces it. */
  readonly newToken: () => Promise<{ readonly token: string }>;
}

export interface AccessTokenProps {
  readonly server: TokenRequests;
  /** Word before it, where nothing else says what it is. */
  readonly label?: string;
  /** How a client connects with it, drawn while it is shown. */
  readonly example: (token: string) => ReactNode;
}

/** The token that clients of a server present: shown when it is asked for, and replaced after a question. */
export function AccessToken({ server, label, example }: AccessTokenProps) {
  const doing = useAsyncAction();
  const [token, setToken] = useState<string | undefined>(undefined);
  const [isAsking, setIsAsking] = useState(false);
  const replace = () => {
    setIsAsking(false);
    doing.run(async () => setToken((await server.newToken()).token));
  };
  return (
    <div className={styles.token}>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <p className={styles.row}>
        {label === undefined ? undefined : <span>{label}</span>}
        {token === undefined ? (
          <>
            <span className={styles.hidden}>not shown</span>
            <Button
              size="small"
              disabled={doing.isBusy}
              onClick={() => doing.run(async () => setToken((await server.token()).token))}
            >
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
      {token === undefined ? undefined : example(token)}
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
