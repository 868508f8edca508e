import { useEffect, useRef } from 'react';
import type { SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { useDraft } from './use-draft.ts';
import { useImages } from './use-images.ts';
import type { Queue } from './use-queue.ts';

export interface QueuedSendsProps {
  readonly sessions: readonly SessionSummary[];
  readonly queue: Queue;
}

/** Sends what waits, each when its session's turn has ended. Draws nothing. */
export function QueuedSends({ sessions, queue }: QueuedSendsProps) {
  return sessions
    .filter(({ id }) => queue.sessions.has(id))
    .map((session) => (
      <QueuedSend key={session.id} session={session} profile={queue.sessions.get(session.id)} onOver={queue.cancel} />
    ));
}

interface QueuedSendProps {
  readonly session: SessionSummary;
  readonly profile: string | undefined;
  readonly onOver: (session: string) => void;
}

function QueuedSend({ session, profile, onOver }: QueuedSendProps): undefined {
  const api = useApi();
  const { id, title, state } = session;
  const [text, change] = useDraft(id);
  const { images, settled, remove } = useImages(id);
  const hasBegun = useRef(false);

  const send = async () => {
    try {
      const sent = await settled();
      const withImages = sent.length > 0 && { images: [...sent] };
      await api.sessions.send({ session: id, text, ...withImages, ...(profile !== undefined && { profile }) });
      remove(sent);
      change((now) => (now.startsWith(text) ? now.slice(text.length) : now));
    } catch (error) {
      announce(`The message to “${title}” was not sent and is still there: ${errorText(error)}`);
    }
    onOver(id);
  };
  const latest = useRef(send);
  latest.current = send;

  useEffect(() => {
    if (state === 'running' || state === 'needs-you' || hasBegun.current) return;
    hasBegun.current = true;
    // After a failure the person decides what to do with the message.
    if (state === 'failed' || (text.trim() === '' && images.length === 0)) onOver(id);
    else void latest.current();
  }, [state, text, images, id, onOver]);
}
