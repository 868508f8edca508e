import { useId, useRef, useState } from 'react';
import type { SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorCode } from '../../state/error-text.ts';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lastName } from '../../ui/last-name.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { AttachedImages } from '../sending/use-draft-images.ts';
import styles from './branches.module.css';

export interface TryWithProps {
  /** One is made if there is none yet. */
  readonly session: SessionSummary | undefined;
  readonly profiles: readonly string[];
  /** The message that is written. */
  readonly text: string;
  /** Images that go with it. */
  readonly attached: Pick<AttachedImages, 'settled' | 'remove'>;
  /** Called with the text that was sent, so that it can be removed from the draft, which may have gone on. */
  readonly onSent: (text: string) => void;
}

/** Sends the message that is written to several profiles, each in a branch of the folder. */
export function TryWith({ session, profiles, text, attached, onSent }: TryWithProps) {
  const [isOpen, setOpen] = useState(false);
  const inSession = useSessionFor(session);
  if (profiles.length === 0) return undefined;
  return (
    <>
      <Button disabled={text.trim() === ''} onClick={() => setOpen(true)}>
        Try with…
      </Button>
      {isOpen ? (
        <TryDialog
          session={session}
          inSession={inSession}
          profiles={profiles}
          text={text}
          attached={attached}
          onSent={onSent}
          onClose={() => setOpen(false)}
        />
      ) : undefined}
    </>
  );
}

interface TryDialogProps extends TryWithProps {
  /** Does something in the session of the message. */
  readonly inSession: (work: (id: string) => Promise<unknown>) => Promise<void>;
  readonly onClose: () => void;
}

function TryDialog({ session, inSession, profiles, text, attached, onSent, onClose }: TryDialogProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const [chosen, setChosen] = useState<readonly string[]>(profiles.slice(0, 2));
  const [test, setTest] = useState('');
  const [minutes, setMinutes] = useState('');
  const [dollars, setDollars] = useState('');
  const most = { minutes: limitOf(minutes), dollars: limitOf(dollars) };
  const isWrong = Number.isNaN(most.minutes) || Number.isNaN(most.dollars);
  const start = () =>
    doing.run(async () => {
      const command = test.trim();
      const images = await attached.settled();
      // Without an image that was meant to go with it, it waits to be sent again; the composer says why.
      if (images === undefined) return onClose();
      const budget = {
        ...(most.minutes !== undefined && { seconds: most.minutes * 60 }),
        ...(most.dollars !== undefined && { cost: most.dollars }),
      };
      const what = {
        text,
        profiles: [...chosen],
        budget,
        ...(images.length > 0 && { images: [...images] }),
        ...(command !== '' && { test: command }),
      };
      await inSession((id) => api.branches.tryWith({ session: id, ...what }));
      attached.remove(images);
      onSent(text);
      onClose();
    });
  return (
    <Dialog
      open
      title="Try with…"
      description={`Each profile gets a copy of ${lastName(session?.workspace ?? 'the folder')} of its own and the same message. The folder itself stays as it is until you take something.`}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={chosen.length === 0 || isWrong || doing.isBusy} onClick={start}>
            {doing.isBusy ? 'Copying…' : `Try with ${chosen.length}`}
          </Button>
        </>
      }
    >
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <ProfileChoices profiles={profiles} chosen={chosen} onChoose={setChosen} />
      <TextField
        label="Test command"
        takesLines
        hint="Runs in each branch when its turn is over; its exit code is shown. Leave it empty for none."
        value={test}
        onChange={({ target }) => setTest(target.value)}
      />
      <div className={styles.budget}>
        <TextField
          label="Most minutes"
          inputMode="decimal"
          value={minutes}
          error={Number.isNaN(most.minutes) ? NO_LIMIT : undefined}
          onChange={({ target }) => setMinutes(target.value)}
        />
        <TextField
          label="Most US dollars"
          inputMode="decimal"
          value={dollars}
          error={Number.isNaN(most.dollars) ? NO_LIMIT : undefined}
          onChange={({ target }) => setDollars(target.value)}
        />
      </div>
    </Dialog>
  );
}

interface ProfileChoicesProps {
  readonly profiles: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

function ProfileChoices({ profiles, chosen, onChoose }: ProfileChoicesProps) {
  const list = useId();
  return (
    <fieldset className={styles.choices} aria-labelledby={list}>
      <legend id={list}>Profiles</legend>
      {profiles.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />{' '}
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Does something in a session, which is made first where there is none; one that was made is there for the next attempt. */
function useSessionFor(session: SessionSummary | undefined) {
  const api = useApi();
  const made = useRef<string>(undefined);
  return async (work: (id: string) => Promise<unknown>) => {
    if (session !== undefined) return void (await work(session.id));
    try {
      made.current ??= (await api.sessions.create({})).id;
      await work(made.current);
      made.current = undefined;
    } catch (error) {
      if (errorCode(error) === 'NOT_FOUND') made.current = undefined;
      throw error;
    }
  };
}

const NO_LIMIT = 'A number above 0, such as 2.5';

/** The limit that is written: undefined for none, NaN for what is no limit, which must not count as none. */
function limitOf(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text.trim().replace(',', '.'));
  return value > 0 && value < Number.POSITIVE_INFINITY ? value : Number.NaN;
}
