import { CodeText } from '../../text/code-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useIsFinding } from '../find/find-context.ts';
import styles from './code-block.module.css';
import type { FencedCode } from './markdown-blocks.ts';

/** A fenced code block without the Markdown parser: while it is written it is not parsed with every piece, however long it gets. */
export function CodeBlock({ code }: { readonly code: FencedCode }) {
  return (
    <div className={styles.code}>
      <pre>
        <code>
          <CodeText text={code.text} language={code.language} isWhole={useIsFinding()} />
        </code>
      </pre>
      {code.isClosed ? (
        <span className={styles.copy}>
          <CopyButton label="Copy code" text={code.text} />
        </span>
      ) : undefined}
    </div>
  );
}
