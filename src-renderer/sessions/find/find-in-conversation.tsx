import { FindBar } from '../../ui/find-bar.tsx';
import './find-in-conversation.css';
import { MAX_MATCHES } from './text-matches.ts';
import { type SearchTarget, type TextMatches, useTextMatches } from './use-text-matches.ts';

export interface FindInConversationProps {
  readonly searched: SearchTarget;
  readonly sought: string;
  /** Whether the closed parts that hold it are drawn. */
  readonly isDrawn: boolean;
  readonly onSought: (text: string) => void;
  readonly requests: number;
  readonly onClose: () => void;
}

/** Find in a conversation, closed parts included and what is not drawn. */
export function FindInConversation({
  searched,
  sought,
  isDrawn,
  onSought,
  requests,
  onClose,
}: FindInConversationProps) {
  const matches = useTextMatches(searched, sought, isDrawn);
  return (
    <FindBar
      label="Find in the conversation"
      placeholder="Find in the conversation"
      text={sought}
      onText={onSought}
      count={matchCountWords(matches)}
      onStep={matches.step}
      onClose={onClose}
      requests={requests}
    />
  );
}

function matchCountWords({ count, at }: TextMatches): string {
  if (count === 0) return 'No match';
  return `${at} of ${count}${count >= MAX_MATCHES ? '+' : ''}`;
}
