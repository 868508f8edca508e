import { useMemo } from 'react';
import type { Change, Diff } from '#contract';
import { Button } from '../../ui/button.tsx';
import { EndOfPath } from '../../ui/end-of-path.tsx';
import { formatFullTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { fileMarks, textFormMarks } from '../list/change-marks.ts';
import { CHANGE_STATES } from '../list/change-row.tsx';
import styles from './diff-header.module.css';

export type DiffView = 'side-by-side' | 'inline' | 'accessible';

const VIEWS: readonly (readonly [DiffView, string])[] = [
  ['side-by-side', 'Side by side'],
  ['inline', 'Inline'],
  ['accessible', 'Accessible view'],
];

export interface DiffHeaderProps {
  readonly change: Change;
  readonly diff: Diff | undefined;
  /** Choice of looks; absent if there is only one. */
  readonly looks?: { readonly look: DiffView; readonly onLook: (look: DiffView) => void };
}

/** Header with the file, the state of the change, and the choice of its display. */
export function DiffHeader({ change, diff, looks }: DiffHeaderProps) {
  const facts = [change.state === 'proposed' ? undefined : formatFullTime(change.at), change.sessionTitle].filter(
    Boolean,
  );
  const ofText = useMemo(() => (diff === undefined ? [] : textFormMarks(diff)), [diff]);
  const marks = [...fileMarks(change), ...ofText];
  return (
    <header className={styles.header}>
      <div className={styles.what}>
        <h2 className={styles.path} title={change.path}>
          <EndOfPath path={change.shownPath} />
        </h2>
        <p className={styles.facts}>
          <span className={styles.state} data-state={change.state}>
            <Icon name={CHANGE_STATES[change.state].icon} size={14} />
            {CHANGE_STATES[change.state].text}
          </span>
          {change.addedLines === undefined ? undefined : <span className={styles.added}>+{change.addedLines}</span>}
          {change.removedLines === undefined ? undefined : (
            <span className={styles.removed}>−{change.removedLines}</span>
          )}
          {marks.map(({ mark, text, isNotable }) => (
            <span key={text} className={styles.mark} data-notable={isNotable || undefined}>
              <span aria-hidden="true">{mark}</span> <VisibleText text={text} />
            </span>
          ))}
          <span className={styles.more}>{facts.join(' · ')}</span>
        </p>
      </div>
      {looks === undefined ? undefined : <LookChoice {...looks} />}
    </header>
  );
}

function LookChoice({ look, onLook }: NonNullable<DiffHeaderProps['looks']>) {
  return (
    <fieldset className={styles.looks} aria-label="How the diff is shown">
      {VIEWS.map(([name, label]) => (
        <Button
          key={name}
          size="small"
          variant="ghost"
          className={styles.look ?? ''}
          aria-pressed={look === name}
          onClick={() => onLook(name === look && name === 'accessible' ? 'side-by-side' : name)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
