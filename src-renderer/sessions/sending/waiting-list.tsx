import { useId } from 'react';
import type { WaitingMessage } from '#contract';
import { senderWords } from '#contract/message-words';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ImageThumb } from '../images/image-thumb.tsx';
import type { WaitingMessages } from '../items/waiting-messages.ts';
import styles from './waiting-list.module.css';

export interface WaitingListProps {
  readonly messages: WaitingMessages;
  readonly isRunning: boolean;
  /** Messages that are being taken back. */
  readonly leaving: ReadonlySet<string>;
  readonly onTakeBack: (message: string) => void;
}

/** The messages that wait in the host for what is before them, each with who sent it and its way back. */
export function WaitingList({ messages, isRunning, leaving, onTakeBack }: WaitingListProps) {
  if (messages.length === 0) return undefined;
  return (
    <section className={styles.waiting} aria-label="Messages that wait">
      <p className={styles.title} role="status">
        <Icon name="clock" />
        <span>{isRunning ? 'Will be sent when this turn has ended' : 'Will be sent next'}</span>
      </p>
      <ol className={styles.list}>
        {messages.map((message) => (
          <WaitingMessageItem
            key={message.id}
            message={message}
            isLeaving={leaving.has(message.id)}
            onTakeBack={() => onTakeBack(message.id)}
          />
        ))}
      </ol>
    </section>
  );
}

interface WaitingMessageItemProps {
  readonly message: WaitingMessage;
  readonly isLeaving: boolean;
  readonly onTakeBack: () => void;
}

function WaitingMessageItem({
  message: { text, isCut, images, from, profile },
  isLeaving,
  onTakeBack,
}: WaitingMessageItemProps) {
  const described = useId();
  const sender = from === undefined ? 'You' : senderWords(from);
  return (
    <li className={styles.message}>
      <div className={styles.words} id={described}>
        <span className={styles.sender}>
          <VisibleText text={profile === undefined ? sender : `${sender} to ${profile}`} />
        </span>
        {text === '' ? undefined : (
          <p className={styles.text}>
            <VisibleText text={isCut ? `${text} …` : text} />
          </p>
        )}
      </div>
      {images.length === 0 ? undefined : (
        <ul className={styles.images} aria-label="Images of the message">
          {images.map((image) => (
            <li key={image.hash}>
              <ImageThumb image={image} />
            </li>
          ))}
        </ul>
      )}
      <Button size="small" variant="ghost" aria-describedby={described} disabled={isLeaving} onClick={onTakeBack}>
        Take back
      </Button>
    </li>
  );
}
