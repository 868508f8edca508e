import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import styles from './scroll-block.module.css';

export interface ScrollBlockProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
  readonly onScroll?: () => void;
}

/** A block that scrolls by itself, also by keyboard. */
export function ScrollBlock({ label, className, ref, children, onScroll }: ScrollBlockProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      ref={ref}
      className={classNames(styles.block, className)}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
      {...(onScroll && { onScroll })}
    >
      {children}
    </div>
  );
}
