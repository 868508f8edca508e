import type { ConversationItem } from '#contract';
import { senderWords } from '#contract/message-words';
import { LongText } from '../../text/long-text.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { meterWords } from '../../ui/meter-words.ts';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useIsFinding } from '../find/find-context.ts';
import { Fold } from '../find/fold.tsx';
import { ImageThumb } from '../images/image-thumb.tsx';
import imageStyles from '../images/images.module.css';
import { MessageMenu } from '../rewind/message-menu.tsx';
import { MessageFoot } from './message-foot.tsx';
import styles from './user-message.module.css';

type UserItem = Extract<ConversationItem, { kind: 'user' }>;

/** Message of a person, with its recipient and what was sent with it. */
export function UserMessage({ item, session }: { readonly item: UserItem; readonly session: string }) {
  const { pending = [], mentions, images = [] } = item;
  const isFinding = useIsFinding();
  return (
    <article className={styles.user} aria-label={messageLabel(item)}>
      {item.from === undefined ? undefined : (
        <p className={styles.sender}>
          <VisibleText text={senderWords(item.from)} />
        </p>
      )}
      {pending.length === 0 ? undefined : (
        <Fold
          className={styles.with}
          title={`Sent with it (${plural(pending.length, 'item')}): ${pendingLabels(pending)}`}
        >
          {() =>
            pending.map(({ label, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same output may have gone along twice.
              <section key={index}>
                <h4 className={styles.withTitle}>
                  <VisibleText text={label} /> ({formatBytes(new TextEncoder().encode(text).length)})
                </h4>
                <ScrollBlock className={styles.withText} label={`Sent with the message: ${label}`}>
                  <LongText text={text} isWhole={isFinding} />
                </ScrollBlock>
              </section>
            ))
          }
        </Fold>
      )}
      {mentions === undefined ? undefined : (
        <Fold className={styles.with} title="The files it names">
          {() => (
            <ScrollBlock className={styles.withText} label="The files it names, as sent to the model">
              <VisibleText text={mentions} />
            </ScrollBlock>
          )}
        </Fold>
      )}
      {images.length === 0 ? undefined : (
        <ul className={imageStyles.message} aria-label="Images of the message">
          {images.map((image) => (
            <li key={image.hash}>
              <ImageThumb image={image} />
            </li>
          ))}
        </ul>
      )}
      {item.text === '' ? undefined : (
        <div className={styles.bubble} data-forgotten={isUntold(item) || undefined}>
          <LongText text={item.text} isWhole={isFinding} />
        </div>
      )}
      <MessageFoot
        at={item.at}
        facts={messageFacts(item)}
        text={item.text}
        what="message"
        rendering={item.rendered && { session, event: item.rendered.event }}
        menu={<MessageMenu item={item} what="message" />}
      />
    </article>
  );
}

/** Labels a message with its sender and recipient. */
function messageLabel({ from, profile }: UserItem): string {
  const sender = from === undefined ? 'You' : senderWords(from);
  return profile === undefined ? sender : `${sender} to ${profile}`;
}

function pendingLabels(pending: readonly { readonly label: string }[]): string {
  const [first] = pending;
  return `${first?.label ?? ''}${pending.length > 1 ? ' …' : ''}`;
}

/** Whether the model is not told of it any more, or never was. */
function isUntold({ isForgotten, notSent, rewound }: UserItem): boolean {
  return isForgotten === true || notSent !== undefined || rewound !== undefined;
}

function messageFacts({ profile, meter, isForgotten, notSent, rewound }: UserItem): readonly string[] {
  return [
    ...(profile === undefined ? [] : [`to ${profile}`]),
    ...(meter === undefined ? [] : [`turn: ${meterWords(meter)}`]),
    ...(notSent === undefined ? [] : [`not sent: ${notSent}`]),
    ...(rewound === undefined ? [] : ['rewound']),
    ...(isForgotten === true && rewound === undefined ? ['not part of what the model is told any more'] : []),
  ];
}
