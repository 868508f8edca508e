import { useState } from 'react';
import type { AnyLedgerEvent } from '#contract';
import { useNavigation } from '../state/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { relativeTime } from '../ui/relative-time.ts';
import { UndoButton } from '../ui/undo-button.tsx';
import { useMinute } from '../ui/use-today.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { ContentDialog } from './content-dialog.tsx';
import styles from './event-details.module.css';
import { canUndo, eventFacts, isAboutRule, type KeptContent, keptContentsOf } from './event-facts.ts';
import { absoluteTime } from './event-time.ts';

export interface EventDetailsProps {
  readonly event: AnyLedgerEvent;
  readonly onShowChain: () => void;
}

/** All of an event: what it says, field by field, what can be done from here, and the event itself. */
export function EventDetails({ event, onShowChain }: EventDetailsProps) {
  useMinute();
  const { open } = useNavigation();
  const [shown, setShown] = useState<KeptContent | undefined>(undefined);
  const [isRaw, setIsRaw] = useState(false);
  const changed = changeOf(event);
  const raw = JSON.stringify(event, undefined, 2);
  return (
    <div className={styles.details}>
      <div className={styles.buttons}>
        <Button size="small" onClick={onShowChain}>
          Show chain
        </Button>
        <Button size="small" onClick={() => open('sessions', event.session)}>
          Open in Sessions
        </Button>
        {changed === undefined ? undefined : (
          <Button size="small" onClick={() => open('changes', changed)}>
            Open in Changes
          </Button>
        )}
        {isAboutRule(event) ? (
          <Button size="small" onClick={() => open('settings', 'rules')}>
            Show the rules
          </Button>
        ) : undefined}
        {keptContentsOf(event).map((content) => (
          <Button key={content.label} size="small" onClick={() => setShown(content)}>
            {content.label}
          </Button>
        ))}
        {canUndo(event) ? (
          <UndoButton
            session={event.session}
            event={event.id}
            path={String(event.data.path)}
            shared={typeof event.data.shared === 'string' ? event.data.shared : undefined}
          />
        ) : undefined}
        <Button size="small" variant="ghost" aria-expanded={isRaw} onClick={() => setIsRaw(!isRaw)}>
          Raw event
        </Button>
      </div>
      <dl className={styles.facts}>
        <EventFact name="Time" value={`${absoluteTime(event.at)} (${relativeTime(event.at)})`} />
        <div className={styles.fact}>
          <dt>Event</dt>
          <dd className={styles.id}>
            {event.id} <CopyButton label="Copy the event’s id" text={event.id} />
          </dd>
        </div>
        {eventFacts(event).map(([name, value]) => (
          <EventFact key={name} name={name} value={value} />
        ))}
      </dl>
      {isRaw ? (
        <div className={styles.raw}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
          <section tabIndex={0} aria-label="Raw event">
            <pre>
              <VisibleText text={raw} />
            </pre>
          </section>
          <CopyButton label="Copy the raw event" text={raw} />
        </div>
      ) : undefined}
      {shown === undefined ? undefined : <ContentDialog content={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}

function EventFact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        <VisibleText text={value} />
      </dd>
    </div>
  );
}

/** Change, or undone turn, that Changes can show for an event. */
function changeOf({ type, id, data }: AnyLedgerEvent): string | undefined {
  if (type === 'file.changed') return id;
  const about = type === 'turn.undone' ? data.turn : type === 'change.undone' ? data.change : undefined;
  return typeof about === 'string' ? about : undefined;
}
