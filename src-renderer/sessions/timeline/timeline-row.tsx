import type { ReactNode } from 'react';
import { textStart } from '#contract/text-ends';
import { TURN_STATES, turnCounts } from '../../turns/turn-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime, plural } from '../../ui/format.ts';
import { meterWords } from '../../ui/meter-words.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './timeline.module.css';
import type { TimelineRow } from './timeline-rows.ts';

type RowOfKind<K extends TimelineRow['kind']> = Extract<TimelineRow, { kind: K }>;

export interface MessageRowProps extends RowOfKind<'message'> {
  readonly onGoTo: (() => void) | undefined;
  readonly onRewind: (() => void) | undefined;
  readonly onFork: (() => void) | undefined;
  readonly onPack: (() => void) | undefined;
  readonly onChanges: (() => void) | undefined;
}

/** One message: when, to whom, its first line, what its turn did, and where one can go from it. */
export function MessageRow({ item, changes, calls, onGoTo, onRewind, onFork, onPack, onChanges }: MessageRowProps) {
  const { at, text, profile, meter, rewound, notSent } = item;
  const title = messageLine(text);
  const isFolded = rewound !== undefined;
  return (
    <TimelineRowFrame at={at} name={title} isFolded={isFolded}>
      <span className={styles.title}>
        <VisibleText text={title} />
      </span>
      <span className={styles.facts}>
        {profile === undefined ? undefined : <Badge>{profile}</Badge>}
        {isFolded ? <Badge tone="warning">Rewound</Badge> : undefined}
        {notSent === undefined ? undefined : <Badge tone="warning">Not sent</Badge>}
        {calls === 0 ? undefined : <span>{plural(calls, 'call')}</span>}
        {changes === undefined ? undefined : <TurnChangesLine changes={changes} />}
        {meter === undefined ? undefined : <span>{meterWords(meter)}</span>}
      </span>
      <span className={styles.buttons}>
        <Go on={onGoTo} label="Go to it" about={title} />
        <Go on={onRewind} label="Rewind to here" about={title} />
        <Go on={onFork} label="Fork from here" about={title} />
        <Go on={onPack} label="Pack as image" about={title} />
        <Go on={onChanges} label="Show in Changes" about={title} />
      </span>
    </TimelineRowFrame>
  );
}

/** A rewind, with the way to take it back where there is one. */
export function RewindRow({ item, onRedo }: RowOfKind<'rewind'> & { readonly onRedo: () => void }) {
  const { at, text, rewind } = item;
  const [line = ''] = text.split('\n', 1);
  return (
    <TimelineRowFrame at={at} name={line} isFolded={rewind.isRedone}>
      <span className={styles.title}>
        <VisibleText text={line} />
      </span>
      <span className={styles.facts}>
        <Badge tone="info">Rewind</Badge>
        {rewind.messages === 0 ? undefined : <span>{plural(rewind.messages, 'message')} folded</span>}
        {rewind.isRedone ? <span>taken back again</span> : undefined}
      </span>
      <span className={styles.buttons}>
        <Go on={rewind.canRedo ? onRedo : undefined} label="Redo" about={line} />
      </span>
    </TimelineRowFrame>
  );
}

interface RowProps {
  readonly at: number;
  readonly name: string;
  readonly isFolded: boolean;
  readonly children: ReactNode;
}

function TimelineRowFrame({ at, name, isFolded, children }: RowProps) {
  return (
    <li className={styles.row} data-folded={isFolded || undefined} aria-label={name}>
      <time className={styles.time} dateTime={new Date(at).toISOString()}>
        {formatTime(at)}
      </time>
      {children}
    </li>
  );
}

function TurnChangesLine({ changes }: { readonly changes: NonNullable<RowOfKind<'message'>['changes']> }) {
  const state = TURN_STATES[changes.state];
  return (
    <>
      {turnCounts(changes).map(({ kind, text }) => (
        <span key={kind} data-kind={kind}>
          {text}
        </span>
      ))}
      {state === undefined ? undefined : <Badge>{state}</Badge>}
    </>
  );
}

interface GoProps {
  readonly on: (() => void) | undefined;
  readonly label: string;
  readonly about: string;
}

function Go({ on, label, about }: GoProps) {
  return on === undefined ? undefined : (
    <Button size="small" variant="ghost" aria-label={`${label}: ${about}`} onClick={on}>
      {label}
    </Button>
  );
}

const MAX_TITLE = 120;

/** First line of a message, cut where it is long. */
export function messageLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  if (line === '') return '(images)';
  return line.length > MAX_TITLE ? `${textStart(line, MAX_TITLE)}…` : line;
}
