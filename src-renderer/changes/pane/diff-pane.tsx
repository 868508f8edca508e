import { useCallback, useImperativeHandle, useRef } from 'react';
import { MovedBanner } from '../banners/moved-banner.tsx';
import { PlainBanner } from '../banners/plain-banner.tsx';
import { Remarks } from '../banners/remarks.tsx';
import { showLine } from '../comments/comment-target.ts';
import { CommentsPanel } from '../comments/comments-panel.tsx';
import { DecideBar } from '../decide/decide-bar.tsx';
import { OutcomePanel } from '../decide/outcome-panel.tsx';
import { HunkStrip } from '../review/hunk-strip.tsx';
import { DiffBody } from './diff-body.tsx';
import { DiffHeader } from './diff-header.tsx';
import styles from './diff-pane.module.css';
import type { DiffPaneProps } from './diff-pane-model.ts';
import { useDiffPane } from './use-diff-pane.ts';
import { useFocusHandover } from './use-focus-handover.ts';

/** One change: its diff, a decision for each hunk and line, and the answer or the way back. */
export function DiffPane(props: DiffPaneProps) {
  const { ref, change, isVisible, handover } = props;
  const region = useRef<HTMLElement>(null);
  useImperativeHandle(ref, () => region.current as HTMLElement, []);
  useFocusHandover(region, handover);
  const pane = useDiffPane(props, region);
  const { state, review, loading, dispatch, look, draft, fields, find, end, canDecide } = pane;
  const focusRegion = useCallback(() => region.current?.focus(), []);

  return (
    <section
      ref={region}
      className={styles.pane}
      aria-label={`Diff of ${change.shownPath}`}
      data-first-focus={canDecide ? '' : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of a review act while the region has the focus.
      tabIndex={0}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Tab') loading.onTouched();
        pane.onKeyDown(event);
      }}
      onPointerDownCapture={loading.onTouched}
      onWheelCapture={loading.onTouched}
    >
      <DiffHeader change={change} diff={state.diff} looks={{ look, onLook: pane.setLook }} />
      <MovedBanner change={change} isVisible={isVisible} />
      <Remarks state={state} canDecide={canDecide} keeping={pane.keeping} shared={change.shared} />
      {pane.wanted === 'accessible' || state.diff === undefined ? undefined : <PlainBanner loading={loading} />}
      <HunkStrip review={review} canDecide={canDecide} dispatch={dispatch} />
      <DiffBody
        change={change}
        state={state}
        review={review}
        look={look}
        loading={loading}
        canDecide={canDecide}
        dispatch={dispatch}
        comments={draft.comments}
        onComment={draft.write}
        onEndSeen={end.onEndSeen}
        onLeave={focusRegion}
        onReady={pane.editor.onReady}
        isFinding={find.isOpen}
        onCloseFind={find.close}
      />
      {canDecide ? <OutcomePanel review={review} /> : undefined}
      <CommentsPanel
        draft={draft}
        field={fields.comment}
        canWrite={canDecide}
        onClose={focusRegion}
        onShow={(place) => showLine(review, place, dispatch)}
      />
      <DecideBar
        change={change}
        review={review}
        decide={pane.decide}
        note={draft.note}
        noteField={fields.note}
        unseen={end.isEndSeen ? undefined : 'Look at the end of the diff first'}
        onNote={draft.setNote}
        onLeaveNote={focusRegion}
      />
    </section>
  );
}
