import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import type { ModelStatus, SessionSummary } from '#contract';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import styles from './composer.module.css';
import { useDraft } from './use-draft.ts';
import { useSentHistory } from './use-sent-history.ts';
import type { Turn } from './use-turn.ts';

export interface ComposerHandle {
  readonly focus: () => void;
}

export interface ComposerProps {
  readonly session: SessionSummary | undefined;
  readonly model: ModelStatus | undefined;
  readonly turn: Turn;
  /** False while no model is connected: typing is kept, sending is not possible. */
  readonly isEnabled: boolean;
  readonly ref?: Ref<ComposerHandle>;
}

/** Where a person writes. What is typed is kept through errors, other views and restarts, until it was sent. */
export function Composer({ session, model, turn, isEnabled, ref }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useDraft(session?.id);
  const history = useSentHistory();
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);

  const isBlank = draft.trim() === '';
  const canSend = isEnabled && !isBlank && !turn.isRunning && !turn.isSending;
  const [hasTried, setHasTried] = useState(false);
  const submit = async () => {
    setHasTried(!isEnabled && !isBlank);
    if (!canSend) return;
    const sent = draft;
    if (!(await turn.send(sent))) return;
    history.add(sent);
    // What was typed while the message was on its way stays.
    setDraft((now) => (now.startsWith(sent) ? now.slice(sent.length) : now));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && turn.isRunning) turn.stop();
    else if (event.key === 'Enter' && !event.shiftKey) void submit();
    else if (!recall(event, draft, history, setDraft)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {turn.problem === undefined ? undefined : <Banner level="error">{turn.problem}</Banner>}
      {hasTried && !isEnabled ? (
        <Banner level="warning">Connect a model first. What you typed stays here.</Banner>
      ) : undefined}
      <div className={styles.box}>
        <textarea
          ref={field}
          className={styles.field}
          aria-label="Message or command"
          placeholder={isEnabled ? 'Ask for a change, or for a command…' : 'Connect a model to send a message'}
          rows={1}
          maxLength={1_000_000}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.bar}>
          <ModeChoice model={model} />
          <span className={styles.hint}>
            {turn.isRunning ? (
              <>
                <Kbd>Esc</Kbd> stops
              </>
            ) : (
              <>
                <Kbd>Enter</Kbd> sends, <Kbd>Shift+Enter</Kbd> begins a line
              </>
            )}
          </span>
          {turn.isRunning ? (
            <Button onClick={turn.stop}>
              <Icon name="stop" /> Stop
            </Button>
          ) : (
            <Button type="submit" variant="primary" disabled={!canSend}>
              Send
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

/** One mode for now: the connected model. */
function ModeChoice({ model }: { readonly model: ModelStatus | undefined }) {
  const name = model === undefined || model.provider === 'none' ? 'No model' : model.label;
  return (
    <select className={styles.mode} aria-label="Mode" title={name} value={name} onChange={() => undefined}>
      <option value={name}>{name}</option>
    </select>
  );
}

/** ArrowUp in an empty composer brings back what was sent, ArrowDown returns; true when the key was used. */
function recall(
  event: KeyboardEvent,
  draft: string,
  history: ReturnType<typeof useSentHistory>,
  setDraft: (text: string) => void,
): boolean {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false;
  if (draft !== '' && !history.isRecalled(draft)) return false;
  const text = event.key === 'ArrowUp' ? history.older(draft) : history.newer(draft);
  if (text === undefined) return false;
  setDraft(text);
  return true;
}
