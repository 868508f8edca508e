import { useEffect, useRef } from 'react';
import { type Chord, chordOf } from '../../state/chord.ts';
import styles from './key-capture.module.css';

export interface KeyCaptureProps {
  readonly label: string;
  readonly onChord: (chord: Chord) => void;
  readonly onCancel: () => void;
  /** The focus has gone elsewhere. */
  readonly onLeft: () => void;
}

/** Takes the next chord that is pressed. Tab and Esc leave without one, so that nobody is trapped. */
export function KeyCapture({ label, onChord, onCancel, onLeft }: KeyCaptureProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    // Before the app's own keys, which would otherwise run what is being replaced.
    const onKeyDown = (press: KeyboardEvent) => {
      if (press.key === 'Tab') return;
      press.preventDefault();
      press.stopImmediatePropagation();
      if (press.key === 'Escape') onCancel();
      const chord = chordOf(press);
      if (chord !== undefined && press.key !== 'Escape') onChord(chord);
    };
    const place = field.current?.ownerDocument.defaultView;
    place?.addEventListener('keydown', onKeyDown, { capture: true });
    return () => place?.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onChord, onCancel]);
  return (
    <input
      ref={field}
      className={styles.capture}
      data-captures-keys=""
      aria-label={label}
      readOnly
      value=""
      placeholder="Press a key…"
      onBlur={onLeft}
    />
  );
}
