import { useRef } from 'react';
import { useGroup } from '../group/group-answers.ts';
import { deletionOf } from '../group/reviewed-together.ts';
import { DeletionPane } from './deletion-pane.tsx';
import { DiffPane } from './diff-pane.tsx';
import type { ChangePaneProps } from './diff-pane-model.ts';

/** The change that is shown: its diff, or what a deletion that is reviewed with it would delete. */
export function ChangePane(props: ChangePaneProps) {
  const handover = useRef(false);
  const waiting = useGroup()?.waiting ?? [];
  const deletion = deletionOf(waiting, props.change);
  if (deletion === undefined) return <DiffPane {...props} handover={handover} />;
  return <DeletionPane key={props.change.id} {...props} deletion={deletion} handover={handover} />;
}
