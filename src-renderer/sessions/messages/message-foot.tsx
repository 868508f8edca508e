import type { ReactNode } from 'react';
import { useNavigation } from '../../state/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatFullTime, formatTime } from '../../ui/format.ts';
import { useToday } from '../../ui/use-today.ts';
import styles from './message-foot.module.css';

export interface MessageFootProps {
  readonly at: number;
  readonly facts?: readonly string[];
  /** Text to copy; the button is absent if it is empty. */
  readonly text: string;
  readonly what: 'message' | 'reply';
  /** The rendering that it was made by, or asked with. */
  readonly rendering?: { readonly session: string; readonly event: string } | undefined;
  /** Menu of further actions. */
  readonly menu?: ReactNode;
}

/** Foot of a message: its time, its usage, and a button to copy it as written. */
export function MessageFoot({ at, facts = [], text, what, rendering, menu }: MessageFootProps) {
  useToday();
  const { open } = useNavigation();
  return (
    <p className={styles.foot}>
      <time dateTime={new Date(at).toISOString()} title={formatFullTime(at)}>
        {formatTime(at)}
      </time>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {rendering === undefined ? undefined : (
        <Button
          size="small"
          variant="ghost"
          onClick={() => open('prompts', `past:${rendering.session}/${rendering.event}`)}
        >
          Open in Prompts
        </Button>
      )}
      <span className={styles.copy}>
        {text === '' ? undefined : <CopyButton label={`Copy the ${what}`} text={text} />}
        {menu}
      </span>
    </p>
  );
}
