import type { ReactNode } from 'react';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './schema-form.module.css';

export interface FieldFrameProps {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly problem?: string | undefined;
  readonly isNeeded: boolean;
  /** Content beside the name, such as a button that removes the field. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A control with its name, its words and what is wrong with it. Names and words are a program's: shown as text, nothing hidden. */
export function FieldFrame({ id, name, description, problem, isNeeded, beside, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <span className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          <VisibleText text={name} />
          {isNeeded ? <span className={styles.needed}> (needed)</span> : undefined}
        </label>
        {beside}
      </span>
      {children}
      <FieldNotes id={id} description={description} problem={problem} />
    </div>
  );
}

export function FieldNotes({ id, description, problem }: Pick<FieldFrameProps, 'id' | 'description' | 'problem'>) {
  return (
    <>
      {description === undefined || description === '' ? undefined : (
        <p className={styles.hint} id={`${id}-hint`}>
          <VisibleText text={description} />
        </p>
      )}
      {problem === undefined ? undefined : (
        <p className={styles.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** Builds the attributes that describe a control to screen readers. */
export function notesOf({ id, description, problem }: Pick<FieldFrameProps, 'id' | 'description' | 'problem'>) {
  const ids = [
    description === undefined || description === '' ? '' : `${id}-hint`,
    problem === undefined ? '' : `${id}-problem`,
  ].filter(Boolean);
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(problem === undefined ? {} : { 'aria-invalid': true as const }),
  };
}
