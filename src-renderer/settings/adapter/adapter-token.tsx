import { useApi } from '../../api/api-context.tsx';
import { AccessToken } from '../../connect/access-token.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './adapter-pane.module.css';

/** The token that clients of the Shell Adapter present, and how socket.io-client takes it. */
export function AdapterToken({ url }: { readonly url: string | undefined }) {
  const { adapter } = useApi();
  const example = (token: string) => (url === undefined ? undefined : <Example url={url} token={token} />);
  return <AccessToken server={adapter} example={example} />;
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
