import { useSyncExternalStore } from 'react';
import { ObservableValue } from '../api/connection-state.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './link-question.module.css';
import type { LinkTarget } from './link-target.ts';

interface LinkQuestion {
  readonly target: LinkTarget;
  /** Sentence that says where the link's words come from. */
  readonly why: string;
}

const asked = new ObservableValue<LinkQuestion | undefined>(undefined);

/** Asks before a link is opened whose words do not show where it goes. */
export function askAboutLink(target: LinkTarget, why: string): void {
  asked.set({ target, why });
}

export function openAddress(address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer');
}

/** Says where a link goes before it is opened; it stands once in the frame. */
export function LinkQuestionDialog() {
  const question = useSyncExternalStore(asked.subscribe, asked.get);
  const close = () => asked.set(undefined);
  if (question === undefined) return undefined;
  const { target, why } = question;
  const open = () => {
    close();
    openAddress(target.address);
  };
  return (
    <Dialog
      open
      title="Open this link?"
      description={why}
      onOpenChange={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={open}>
            Open
          </Button>
        </>
      }
    >
      <dl className={styles.target}>
        <dt>Host</dt>
        <dd className={styles.host}>
          <VisibleText text={target.host} />
        </dd>
        <dt>Address</dt>
        <dd>
          <VisibleText text={target.address} />
        </dd>
      </dl>
      {target.warning === undefined ? undefined : <Banner level="warning">{target.warning}</Banner>}
    </Dialog>
  );
}
