import { type KeyboardEvent, useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './find-bar.module.css';

export interface FindBarProps {
  /** Name of the search, such as `Find in terminal`. */
  readonly label: string;
  readonly fieldLabel?: string;
  readonly placeholder?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Result in words; hidden while there is no search. */
  readonly count: string;
  readonly onStep: (by: 1 | -1) => void;
  readonly canStep?: boolean;
  readonly onClose: () => void;
  /** Grows with every request to find something, so that the field takes the focus again. */
  readonly requests?: number;
  /** Whether it has a row of its own above the searched content; otherwise it floats over its corner. */
  readonly isDocked?: boolean;
}

/** Bar to search with: Enter finds the next, Shift+Enter the one before, Esc goes back to where one was. */
export function FindBar(props: FindBarProps) {
  const { label, fieldLabel = 'Find', placeholder = 'Find', text, count, canStep = true, requests, isDocked } = props;
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request takes the focus.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [requests]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') props.onClose();
    else if (event.key === 'Enter' && event.target === field.current) props.onStep(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search
      className={classNames(styles.bar, isDocked ? styles.docked : styles.floating)}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <input
        ref={field}
        className={styles.field}
        type={isDocked ? 'search' : 'text'}
        aria-label={fieldLabel}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => props.onText(event.target.value)}
      />
      <output className={styles.count} aria-live="polite">
        {text === '' ? '' : count}
      </output>
      <Step label="Previous match" icon="chevron-up" by={-1} canStep={canStep} onStep={props.onStep} />
      <Step label="Next match" icon="chevron-down" by={1} canStep={canStep} onStep={props.onStep} />
      <IconButton label="Close find" icon="close" size="small" onClick={props.onClose} />
    </search>
  );
}

interface StepProps extends Required<Pick<FindBarProps, 'canStep' | 'onStep'>> {
  readonly label: string;
  readonly icon: 'chevron-up' | 'chevron-down';
  readonly by: 1 | -1;
}

function Step({ label, icon, by, canStep, onStep }: StepProps) {
  return <IconButton label={label} icon={icon} size="small" disabled={!canStep} onClick={() => onStep(by)} />;
}
