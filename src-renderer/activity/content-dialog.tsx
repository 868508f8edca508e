import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatBytes } from '../ui/format.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './content-dialog.module.css';
import type { KeptContent } from './event-facts.ts';

const PIECE_BYTES = 200_000;

/** Dialog with kept bytes as text, piece by piece. */
export function ContentDialog({ content, onClose }: { readonly content: KeptContent; readonly onClose: () => void }) {
  const api = useApi();
  const [text, setText] = useState('');
  const [next, setNext] = useState<number | undefined>(0);
  const [bytes, setBytes] = useState<number | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isLoading, setLoading] = useState(false);
  /** Start of the piece requested last; each piece is requested once. */
  const asked = useRef(-1);
  const { hash } = content;

  const load = useCallback(
    async (offset: number) => {
      if (asked.current === offset) return;
      asked.current = offset;
      setLoading(true);
      setProblem(undefined);
      try {
        const piece = await api.activity.content({ hash, offset, limit: PIECE_BYTES });
        if (asked.current !== offset) return;
        setText((before) => (offset === 0 ? piece.text : before + piece.text));
        setNext(piece.nextOffset);
        setBytes(piece.bytes);
      } catch (error) {
        asked.current = -1;
        setProblem(errorText(error));
      }
      setLoading(false);
    },
    [api, hash],
  );
  useEffect(() => void load(0), [load]);

  return (
    <Dialog
      title={content.label}
      size="large"
      open
      onOpenChange={onClose}
      description={bytes === undefined ? 'Reading…' : `${formatBytes(bytes)} kept, SHA-256 ${hash.slice(0, 12)}…`}
      actions={
        next === undefined || bytes === undefined ? undefined : (
          <Button aria-busy={isLoading} onClick={() => void load(next)}>
            {isLoading ? 'Loading…' : 'Load more'}
          </Button>
        )
      }
    >
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {bytes === 0 ? <p>It is empty.</p> : undefined}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
      <section className={styles.text} tabIndex={0} aria-label={content.label}>
        <pre>
          <VisibleText text={text} />
        </pre>
      </section>
    </Dialog>
  );
}
