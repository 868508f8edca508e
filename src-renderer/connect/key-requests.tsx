import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { KeyRequest } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { useLive } from '../state/use-live.ts';
import { announce } from '../ui/announce.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { KeyPlace } from './key-place.tsx';
import styles from './key-requests.module.css';

const none: readonly KeyRequest[] = [];

/**
 * Dialog for the key that a request waits for. It opens by itself unless somebody is typing: what is meant for another field must not
 * end up in this one.
 */
export function KeyRequests() {
  const live = useLive((api, signal) => api.profiles.keyRequests(undefined, { signal }), []);
  const requests = live.status === 'ready' ? live.value : none;
  const [request] = requests;
  const [opened, setOpened] = useState<string | undefined>(undefined);
  /** Whether something is typed into the dialog that is open, and was not sent. */
  const isUnsent = useRef(false);
  const id = request?.id;
  const profile = request?.profile;
  useEffect(() => {
    const wasTyping = isUnsent.current;
    isUnsent.current = false;
    if (id === undefined || profile === undefined) return;
    if (wasTyping || isTypingNow()) announce(`A key is wanted for the profile ${profile}`);
    else setOpened(id);
  }, [id, profile]);

  if (request === undefined) return undefined;
  const later = () => {
    isUnsent.current = false;
    setOpened(undefined);
  };
  if (opened === request.id)
    return <KeyDialog key={request.id} request={request} isUnsent={isUnsent} onLater={later} />;
  return (
    <Banner
      level="warning"
      actions={
        <Button size="small" variant="primary" onClick={() => setOpened(request.id)}>
          Enter the key
        </Button>
      }
    >
      A request of <VisibleText text={request.profile} /> waits for a key.
    </Banner>
  );
}

function isTypingNow(): boolean {
  const at = document.activeElement;
  // Monaco keeps its text elsewhere than in the field that has the focus.
  if (at?.closest('[data-terminal], .monaco-editor') != null) return true;
  const isField = at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement;
  return isField && at.value !== '';
}

interface KeyDialogProps {
  readonly request: KeyRequest;
  readonly isUnsent: RefObject<boolean>;
  /** Closes the dialog; the request goes on waiting. */
  readonly onLater: () => void;
}

function KeyDialog({ request, isUnsent, onLater }: KeyDialogProps) {
  const api = useApi();
  const [key, setKey] = useState('');
  const { problem, isBusy, attempt } = useAttempt({
    onBegun: () => {
      isUnsent.current = false;
    },
    onFailed: () => {
      isUnsent.current = key !== '';
    },
  });
  const { id, profile, origin, why, isRefused, folder } = request;
  const isBlank = key.trim() === '';
  const mayAnswer = !isBusy && (!isBlank || isRefused);
  const answer = (event: FormEvent) => {
    event.preventDefault();
    if (mayAnswer) attempt(() => api.profiles.answerKey({ id, key: key.trim() }));
  };
  return (
    <Dialog
      title={`Key for ${profile}`}
      open
      onOpenChange={(isOpen) => !isOpen && onLater()}
      description={<VisibleText text={why} />}
      actions={
        <>
          {isRefused ? (
            <Button disabled={isBusy} onClick={() => attempt(() => api.profiles.declineKey({ id }))}>
              Stop asking
            </Button>
          ) : (
            <Button disabled={isBusy} onClick={() => attempt(() => api.profiles.continueWithoutKey({ id }))}>
              Continue without a key
            </Button>
          )}
          <Button variant="primary" type="submit" form={`key-${id}`} disabled={!mayAnswer}>
            {isBlank && isRefused ? 'Try the old key again' : 'Use this key'}
          </Button>
        </>
      }
    >
      <form id={`key-${id}`} className={styles.form} onSubmit={answer}>
        <p className={styles.origin}>
          It will be sent to{' '}
          <code>
            <VisibleText text={origin} />
          </code>{' '}
          and nowhere else.
        </p>
        <TextField
          label="Key"
          type="password"
          autoComplete="off"
          maxLength={10_000}
          value={key}
          onChange={({ target }) => {
            isUnsent.current = target.value !== '';
            setKey(target.value);
          }}
        />
        <KeyPlace onLeave={onLater} />
        {folder === undefined ? undefined : (
          <Banner
            level="info"
            actions={
              <Button
                size="small"
                onClick={() => attempt(() => api.profiles.trustFolder({ path: folder, trusted: true }))}
              >
                Trust the folder
              </Button>
            }
          >
            There is a key for this profile already. It is withheld, since the file in{' '}
            <code>
              <VisibleText text={folder} />
            </code>{' '}
            names another server.
          </Banner>
        )}
        {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      </form>
    </Dialog>
  );
}

function useAttempt({ onBegun, onFailed }: { readonly onBegun: () => void; readonly onFailed: () => void }) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const attempt = (act: () => Promise<unknown>) => {
    setProblem(undefined);
    setBusy(true);
    onBegun();
    act()
      .catch((error: unknown) => {
        onFailed();
        setProblem(errorText(error));
      })
      .finally(() => setBusy(false));
  };
  return { problem, isBusy, attempt };
}
