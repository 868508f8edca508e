import { useApi } from '../api/api-context.tsx';
import { AccessToken } from '../connect/access-token.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './served-tools.module.css';

/** The token that MCP clients present over HTTP, and the configuration that most of them want. */
export function ServerToken({ url }: { readonly url: string | undefined }) {
  const { mcp } = useApi();
  const example = (token: string) => (url === undefined ? undefined : <Example url={url} token={token} />);
  return <AccessToken server={mcp} label="Token" example={example} />;
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
