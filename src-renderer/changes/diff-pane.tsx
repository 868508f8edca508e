import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react';
import type { Change } from '#contract';
import { useLayout } from '../state/layout.tsx';
import { Banner } from '../ui/banner.tsx';
import { DecideBar } from './decide-bar.tsx';
import { DiffBody } from './diff-body.tsx';
import { DiffHeader, type DiffLook } from './diff-header.tsx';
import styles from './diff-pane.module.css';
import { HunkStrip } from './hunk-strip.tsx';
import { type ReviewCommand, reviewCommand } from './review-keys.ts';
import { nothingToReview, reduceReview } from './review-state.ts';
import { type ChangeDiff, useChangeDiff } from './use-change-diff.ts';
import { useDecide } from './use-decide.ts';

export interface DiffPaneProps {
  readonly change: Change;
  readonly onStepFile: (by: 1 | -1) => void;
  readonly onLeave: () => void;
}

/** One change: its diff, a decision for each hunk, and the answer or the way back. */
export function DiffPane({ change, onStepFile, onLeave }: DiffPaneProps) {
  const state = useChangeDiff(change);
  const [kept, dispatch] = useReducer(reduceReview, nothingToReview);
  const [look, setLook] = useLayout<DiffLook>('changes.look', 'side-by-side');
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const region = useRef<HTMLElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const editor = useEditorFocus();
  const note = notes[change.id] ?? '';
  const review = kept.id === change.id ? kept : nothingToReview;
  const decide = useDecide({ change, review, settle: state.settle, note });
  const canDecide = change.state === 'proposed';
  const { diff } = state;

  useEffect(() => {
    if (diff !== undefined) dispatch({ kind: 'show', diff });
  }, [diff]);

  const decideHunk = (kind: 'accept' | 'reject') => {
    if (canDecide && review.current !== undefined) dispatch({ kind, hunk: review.current });
  };
  const onKeyDown = useReviewKeys({
    'next-hunk': () => dispatch({ kind: 'go', to: 'next' }),
    'previous-hunk': () => dispatch({ kind: 'go', to: 'previous' }),
    'next-file': () => onStepFile(1),
    'previous-file': () => onStepFile(-1),
    accept: () => decideHunk('accept'),
    reject: () => decideHunk('reject'),
    edit: () => {
      if (look === 'accessible') setLook('side-by-side');
      editor.focus();
    },
    note: () => noteField.current?.focus(),
    leave: onLeave,
  });
  const focusRegion = () => region.current?.focus();

  return (
    <section
      ref={region}
      className={styles.pane}
      aria-label={`Diff of ${change.shownPath}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of a review act while the region has the focus.
      tabIndex={0}
      onKeyDownCapture={onKeyDown}
    >
      <DiffHeader change={change} diff={diff} look={look} onLook={setLook} />
      <Remarks state={state} canDecide={canDecide} />
      <HunkStrip review={review} canDecide={canDecide} dispatch={dispatch} />
      <DiffBody
        {...{ change, state, review, look, canDecide }}
        onHunk={(to) => dispatch({ kind: 'go', to })}
        onLeave={focusRegion}
        onReady={editor.onReady}
      />
      <DecideBar
        {...{ change, review, decide, note, noteField }}
        onNote={(text) => setNotes({ ...notes, [change.id]: text })}
        onLeaveNote={focusRegion}
      />
    </section>
  );
}

function Remarks({ state, canDecide }: { readonly state: ChangeDiff; readonly canDecide: boolean }) {
  return (
    <>
      {state.hasMoved && canDecide ? (
        <Banner level="warning">The file changed meanwhile. This is the change against the file as it is now.</Banner>
      ) : undefined}
      {state.problem === undefined ? undefined : <Banner level="error">{state.problem}</Banner>}
      {state.diff?.warnings.map(({ level, text }) => (
        <Banner key={text} level={level === 'note' ? 'info' : 'warning'}>
          {text}
        </Banner>
      ))}
    </>
  );
}

function useReviewKeys(commands: Readonly<Record<ReviewCommand, () => void>>): (event: KeyboardEvent) => void {
  return (event) => {
    const command = event.target instanceof Element ? reviewCommand(event, event.target) : undefined;
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    commands[command]();
  };
}

/** Puts the cursor into the editor, also when that is still to be loaded. */
function useEditorFocus() {
  const focusHunk = useRef<() => void>(undefined);
  const isWanted = useRef(false);
  return useRef({
    focus: () => {
      isWanted.current = true;
      // A view that is about to replace this one takes the wish over.
      requestAnimationFrame(() => {
        if (!isWanted.current || document.querySelector('.monaco-diff-editor') === null) return;
        isWanted.current = false;
        focusHunk.current?.();
      });
    },
    onReady: (focus: () => void) => {
      focusHunk.current = focus;
      if (!isWanted.current) return;
      isWanted.current = false;
      focus();
    },
  }).current;
}
