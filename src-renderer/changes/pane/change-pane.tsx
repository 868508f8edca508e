import { useRef } from 'react';
import { useGroup } from '../group/group-answers.ts';
import { type DeletionQuestion, deletionOf } from '../group/reviewed-together.ts';
import { DeletionPane } from './deletion-pane.tsx';
import { DiffPane } from './diff-pane.tsx';
import type { ChangePaneProps } from './diff-pane-model.ts';

/** The change that is shown: its diff, or what a deletion that is reviewed with it would delete. */
export function ChangePane(props: ChangePaneProps) {
  const handover = useRef(false);
  const waiting = useGroup()?.waiting ?? [];
  const { change } = props;
  // Its question is gone a moment before the row is.
  const last = useRef<DeletionQuestion>(undefined);
  const question = deletionOf(waiting, change) ?? (last.current?.id === change.id ? last.current : undefined);
  last.current = question;
  if (question === undefined) return <DiffPane {...props} handover={handover} />;
  return <DeletionPane key={change.id} {...props} question={question} handover={handover} />;
}
