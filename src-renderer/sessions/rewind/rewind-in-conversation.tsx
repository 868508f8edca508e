import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { RewindContext } from './rewind-context.ts';
import { RewindDialog } from './rewind-dialog.tsx';
import type { RewindState } from './use-rewind.ts';

export interface RewindInConversationProps {
  readonly session: string;
  readonly rewind: RewindState;
  readonly children: ReactNode;
}

/** The way back to the messages of a conversation, with the preview in which it is decided about. */
export function RewindInConversation({ session, rewind, children }: RewindInConversationProps) {
  const { asked, goOn, cancel, problem, dismiss, context } = rewind;
  return (
    <RewindContext value={context}>
      {problem === undefined ? undefined : (
        <Banner level="error" onDismiss={dismiss}>
          <VisibleText text={problem} />
        </Banner>
      )}
      {children}
      {asked === undefined ? undefined : (
        <RewindDialog session={session} asked={asked} onGoOn={goOn} onCancel={cancel} />
      )}
    </RewindContext>
  );
}
