import { type KeyboardEvent, type MouseEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { RenderedMessage } from '#contract';
import styles from './rendered-message.module.css';
import { TextSheet } from './text-sheet.ts';

/** Access to a message that is drawn. */
export interface MessageSheet {
  rangeOf(start: number, end: number): StaticRangeInit | undefined;
  reveal(offset: number): void;
}

export interface RenderedMessageViewProps {
  readonly ref?: Ref<MessageSheet>;
  readonly message: RenderedMessage;
  readonly label: string;
  /** Called with the offset that was clicked. */
  readonly onPick: (offset: number) => void;
  /** A piece before or after, the first or the last one. */
  readonly onStep: (step: 'next' | 'previous' | 'first' | 'last') => void;
  /** Opens the template. */
  readonly onOpen: () => void;
}

const STEPS = { ArrowRight: 'next', ArrowLeft: 'previous', Home: 'first', End: 'last' } as const;

/** The text of one message; pieces of it are picked by mouse and by arrow keys. */
export function RenderedMessageView(props: RenderedMessageViewProps) {
  const { ref, message, label, onPick, onStep, onOpen } = props;
  const root = useRef<HTMLDivElement>(null);
  const sheet = useRef<TextSheet>(undefined);
  useLayoutEffect(() => {
    if (root.current === null) return;
    sheet.current ??= new TextSheet(root.current, { chunk: styles.chunk ?? '', hidden: styles.hidden ?? '' });
    sheet.current.setText(message.content);
  }, [message.content]);
  useImperativeHandle(
    ref,
    () => ({
      rangeOf: (start, end) => sheet.current?.rangeOf(start, end),
      reveal: (offset) => sheet.current?.reveal(offset),
    }),
    [],
  );
  const pick = (event: MouseEvent) => {
    // Text that is being selected, to be copied, is not picked.
    if (getSelection()?.isCollapsed === false) return;
    const point = pointAt(event.clientX, event.clientY);
    const offset = point && sheet.current?.offsetAt(point);
    if (offset !== undefined) onPick(offset);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = STEPS[event.key as keyof typeof STEPS];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) onOpen();
    else onStep(step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      ref={root}
      className={styles.text}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its pieces are walked through by arrow keys.
      tabIndex={0}
      aria-label={label}
      onClick={pick}
      onKeyDown={onKeyDown}
    />
  );
}

interface CaretLookup {
  readonly caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null;
  readonly caretRangeFromPoint?: (x: number, y: number) => Range | null;
}

function pointAt(x: number, y: number): { readonly node: Node; readonly offset: number } | undefined {
  const carets = document as unknown as CaretLookup;
  const position = carets.caretPositionFromPoint?.call(document, x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = carets.caretRangeFromPoint?.call(document, x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}
