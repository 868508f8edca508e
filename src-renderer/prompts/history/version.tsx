import { useState } from 'react';
import type { PromptVersion } from '#contract';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes, formatFullTime, formatTime } from '../../ui/format.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useToday } from '../../ui/use-today.ts';
import styles from './versions-pane.module.css';

const BY = {
  person: 'saved here',
  outside: 'by another program',
  rollback: 'rolled back',
  app: 'came with Sigma Shell',
} as const;

/** Name of a version where it stands alone. */
export function versionName({ at, label }: PromptVersion): string {
  return label ?? `the version of ${formatFullTime(at)}`;
}

interface VersionProps {
  readonly version: PromptVersion;
  readonly onRollback: (hash: string) => void;
  readonly onLabel: (label: string) => void;
}

/** One version of a prompt: what it is, rolling back to it, and its label. */
export function Version({ version, onRollback, onLabel }: VersionProps) {
  useToday();
  const [label, setLabel] = useState<string | undefined>(undefined);
  const { hash, at, by, bytes, isCurrent } = version;
  const rename = () => {
    if (label !== undefined && label !== (version.label ?? '')) onLabel(label);
    setLabel(undefined);
  };
  return (
    <div className={styles.version}>
      <span className={styles.line}>
        <b>{version.label ?? formatTime(at)}</b> {isCurrent ? <Badge tone="success">current</Badge> : undefined}
      </span>
      <span className={styles.note}>
        {version.label === undefined ? '' : `${formatTime(at)}, `}
        {BY[by]}, {formatBytes(bytes)}, <code>{hash.slice(0, 8)}</code>
      </span>
      {label === undefined ? (
        <span className={styles.line}>
          {isCurrent ? undefined : (
            <Button size="small" onClick={() => onRollback(hash)}>
              Roll back to this
            </Button>
          )}
          <Button size="small" onClick={() => setLabel(version.label ?? '')}>
            Label…
          </Button>
        </span>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rename();
          }}
        >
          <TextField
            aria-label={`Label of ${versionName(version)}`}
            autoFocus
            maxLength={100}
            value={label}
            onChange={({ target }) => setLabel(target.value)}
            onBlur={rename}
            onKeyDown={({ key, nativeEvent }) => {
              if (key === 'Escape' && !nativeEvent.isComposing) setLabel(undefined);
            }}
          />
        </form>
      )}
    </div>
  );
}
