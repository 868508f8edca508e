import { useRef } from 'react';
import type { SessionSummary } from '#contract';
import { useLive } from '../state/use-live.ts';
import { ConnectModelCard } from '../ui/connect-model.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';
import styles from './conversation-pane.module.css';
import { ConversationView } from './conversation-view.tsx';
import { useTurn } from './use-turn.ts';
import { Welcome } from './welcome.tsx';

export interface ConversationPaneProps {
  readonly session: SessionSummary | undefined;
  /** Makes a session for a first message and answers with its id. */
  readonly onCreate: () => Promise<string>;
  readonly isVisible: boolean;
}

/** One session's conversation with the composer under it. */
export function ConversationPane({ session, onCreate, isVisible }: ConversationPaneProps) {
  const live = useLive((api, signal) => api.model.status(undefined, { signal }), []);
  const model = live.status === 'ready' ? live.value : undefined;
  const composer = useRef<ComposerHandle>(null);
  const turn = useTurn(session, onCreate);
  const isConnected = model !== undefined && model.provider !== 'none';
  const isEmpty = session === undefined || session.messages === 0;

  return (
    <div className={styles.pane}>
      {session === undefined ? (
        <div className={styles.blank} role="log" aria-label="Conversation" />
      ) : (
        <ConversationView key={session.id} session={session} turn={turn} isVisible={isVisible} />
      )}
      <div className={styles.foot} data-empty={isEmpty || undefined}>
        {isEmpty ? <Welcome model={model} onPrompt={(text) => void turn.send(text)} /> : undefined}
        {model?.provider === 'none' ? <ConnectModelCard onConnected={() => composer.current?.focus()} /> : undefined}
        <Composer ref={composer} session={session} model={model} turn={turn} isEnabled={isConnected} />
      </div>
    </div>
  );
}
