import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { ScrollBlock } from './scroll-block.tsx';
import { useKeptSelection } from './use-kept-selection.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Called to close it; if absent, only the awaited event ends it: then neither Esc nor a button closes it. */
  readonly onOpenChange?: (open: boolean) => void;
  readonly description?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
  readonly children?: ReactNode;
  /** Buttons at the foot, the safe one first. */
  readonly actions?: ReactNode;
}

/** A modal dialog: the focus stays inside, Esc closes it, and the focus goes back to where it was. */
export function Dialog({ title, open, onOpenChange, description, size = 'medium', children, actions }: DialogProps) {
  const returnFocus = useReturnFocus();
  const selection = useKeptSelection();
  const described = description === undefined ? { 'aria-describedby': undefined } : {};
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.overlay} />
        <RadixDialog.Content
          className={styles.content}
          data-size={size}
          onCloseAutoFocus={returnFocus.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            toFirstStop(event);
          }}
          {...selection}
          {...described}
          {...(onOpenChange === undefined ? { role: 'alertdialog' } : {})}
        >
          <header className={styles.header}>
            <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
            {onOpenChange === undefined ? undefined : (
              <IconButton label="Close" icon="close" size="small" onClick={() => onOpenChange(false)} />
            )}
          </header>
          <DialogBody title={title} isLong={size === 'large'}>
            {description === undefined ? undefined : (
              <RadixDialog.Description className={styles.description}>{description}</RadixDialog.Description>
            )}
            {children}
          </DialogBody>
          {actions === undefined ? undefined : <footer className={styles.actions}>{actions}</footer>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

const FIELD = 'input:not([type="checkbox"], [type="radio"], :disabled), textarea:not(:disabled)';
const SAFE_ACTION = ':scope[data-size="small"] > footer > button:not(:disabled)';

/**
 * Moves the focus to the first field, since a person who opens a form wants to write, or to the safe answer of a question
 * ([dialog pattern](https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/)); elsewhere it begins at the top.
 */
function toFirstStop(event: Event): void {
  const content = event.target instanceof HTMLElement ? event.target : undefined;
  const stop = content?.querySelector<HTMLElement>(FIELD) ?? content?.querySelector<HTMLElement>(SAFE_ACTION);
  if (!stop) return;
  event.preventDefault();
  stop.focus();
}

interface BodyProps {
  readonly title: string;
  readonly isLong: boolean;
  readonly children: ReactNode;
}

/** Body of a dialog; a long one can be scrolled by keyboard, too; a short question has no stop for that. */
function DialogBody({ title, isLong, children }: BodyProps) {
  if (!isLong) return <div className={styles.body}>{children}</div>;
  return (
    <ScrollBlock label={title} className={styles.body}>
      {children}
    </ScrollBlock>
  );
}
