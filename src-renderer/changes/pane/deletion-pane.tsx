import { useImperativeHandle, useRef } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { WarningBanners } from '../banners/remarks.tsx';
import { useCommentDraft } from '../comments/use-comment-draft.ts';
import { DecideBar } from '../decide/decide-bar.tsx';
import { useDecide } from '../decide/use-decide.ts';
import type { DeletionQuestion } from '../group/reviewed-together.ts';
import { reviewCommand } from '../review/review-keys.ts';
import { nothingToReview } from '../review/review-state.ts';
import { useAnswerActions } from '../review/use-review-actions.ts';
import styles from './deletion-pane.module.css';
import { deletionWords } from './deletion-words.ts';
import { DiffHeader } from './diff-header.tsx';
import paneStyles from './diff-pane.module.css';
import type { DiffPaneProps } from './diff-pane-model.ts';
import { useFocusHandover } from './use-focus-handover.ts';

/** A deletion that is reviewed with the other changes of its reply: what would go, and the answer. */
export function DeletionPane(props: DiffPaneProps & { readonly question: DeletionQuestion }) {
  const { ref, change, question, isVisible, handover, onStepFile, onLeave, onDecided } = props;
  const region = useRef<HTMLElement>(null);
  useImperativeHandle(ref, () => region.current as HTMLElement, []);
  useFocusHandover(region, handover);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const draft = useCommentDraft(change, undefined);
  const note = draft.note.trim();
  const decide = useDecide({
    change,
    hunks: 0,
    told: draft,
    onDecided,
    accept: async () => ({ verdict: 'allow', ...(note !== '' && { note }) }),
  });
  useAnswerActions({ canAnswer: isVisible && decide.isAsked, apply: decide.apply, rejectAll: decide.rejectAll });
  const commands: Partial<Record<NonNullable<ReturnType<typeof reviewCommand>>, () => void>> = {
    'next-file': () => onStepFile(1),
    'previous-file': () => onStepFile(-1),
    note: () => noteField.current?.focus(),
    leave: onLeave,
  };

  return (
    <section
      ref={region}
      className={paneStyles.pane}
      aria-label={`Diff of ${change.shownPath}`}
      data-first-focus=""
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of a review act while the region has the focus.
      tabIndex={0}
      onKeyDownCapture={(event) => {
        const command = event.target instanceof Element ? reviewCommand(event, event.target) : undefined;
        const run = command && commands[command];
        if (run === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        run();
      }}
    >
      <DiffHeader change={change} diff={undefined} />
      <Cautions question={question} />
      <WhatGoes deletion={question.subject} />
      <DecideBar
        change={change}
        decide={decide}
        noteField={noteField}
        review={nothingToReview}
        unseen={undefined}
        note={draft.note}
        onNote={draft.setNote}
        onLeaveNote={() => region.current?.focus()}
      />
    </section>
  );
}

function Cautions({ question: { isOutside, warnings, notWatched = [] } }: { readonly question: DeletionQuestion }) {
  return (
    <>
      {isOutside ? <Banner level="error">It is outside the workspace.</Banner> : undefined}
      <WarningBanners warnings={warnings} />
      <WarningBanners warnings={notWatched.map((text) => ({ level: 'caution', text }))} />
    </>
  );
}

function WhatGoes({ deletion }: { readonly deletion: DeletionQuestion['subject'] }) {
  const { files, sample } = deletion;
  const more = files - sample.length;
  return (
    <div className={styles.body}>
      <p className={styles.words}>{deletionWords(deletion)}</p>
      {sample.length === 0 ? undefined : (
        <ScrollBlock className={styles.files} label="What would be deleted">
          <ul aria-label="What would be deleted">
            {sample.map((path) => (
              <li key={path}>
                <span aria-hidden="true">−</span> <VisibleText text={path} />
              </li>
            ))}
          </ul>
          {more > 0 ? <p>and {more} more</p> : undefined}
        </ScrollBlock>
      )}
    </div>
  );
}
