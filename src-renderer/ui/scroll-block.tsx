import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import styles from './scroll-block.module.css';

export interface ScrollBlockProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** A block that scrolls by itself, also by keyboard. */
export function ScrollBlock({ label, className, ref, children }: ScrollBlockProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div ref={ref} className={classNames(styles.block, className)} role="group" tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}
