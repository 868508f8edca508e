import { memo, useEffect, useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { formatBytes } from '../ui/format.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './long-text.module.css';
import { textSlices } from './text-slices.ts';

/** Slices that are drawn at first, and more at each asking. */
const AT_ONCE = 2;
const MORE = 10;

export interface LongTextProps {
  readonly text: string;
  /** All of it is wanted, as when it is searched. */
  readonly isWhole?: boolean;
}

/** Text of any length: a short one as it is, of a long one its beginning, and more when it is asked for, a slice with each frame. */
export const LongText = memo(function LongText({ text, isWhole = false }: LongTextProps) {
  const slices = useMemo(() => textSlices(text), [text]);
  const [asked, setAsked] = useState(AT_ONCE);
  const [drawn, setDrawn] = useState(AT_ONCE);
  const wanted = Math.min(isWhole ? slices.length : asked, slices.length);
  useEffect(() => {
    if (drawn >= wanted) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + 1));
    return () => cancelAnimationFrame(frame);
  }, [drawn, wanted]);
  if (slices.length <= AT_ONCE) return <VisibleText text={text} />;
  const shown = slices.slice(0, Math.min(drawn, wanted));
  const characters = shown.reduce((sum, slice) => sum + slice.length, 0);
  return (
    <>
      {shown.map((slice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slices are only ever added at the end.
        <Slice key={index} text={slice} />
      ))}
      {shown.length === slices.length ? undefined : (
        <span className={styles.more}>
          <Button size="small" onClick={() => setAsked(asked + MORE)}>
            Show more ({formatBytes(characters)} of {formatBytes(text.length)})
          </Button>
          <Button size="small" onClick={() => setAsked(slices.length)}>
            Show all
          </Button>
        </span>
      )}
    </>
  );
});

/** A slice that ends with its line is a block of its own, so that it is laid out once and not with what follows. */
const Slice = memo(function Slice({ text }: { readonly text: string }) {
  if (!text.endsWith('\n')) return <VisibleText text={text} />;
  return (
    <span className={styles.slice}>
      <VisibleText text={text} />
    </span>
  );
});
