import { type ReactNode, useState } from 'react';
import { useIsFinding } from './find-context.ts';
import styles from './fold.module.css';

export interface FoldProps {
  readonly title: ReactNode;
  readonly className?: string | undefined;
  /** Content that is drawn when it is open, or when the conversation is searched. */
  readonly children: () => ReactNode;
}

/** A part that is closed until it is wanted; searching the conversation opens it where it holds what is sought. */
export function Fold({ title, className, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const isFinding = useIsFinding();
  return (
    <details className={className} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{title}</summary>
      {isOpen || isFinding ? children() : undefined}
    </details>
  );
}
