import { useId, useState } from 'react';
import type { SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { folderName } from './branch-words.ts';
import styles from './branches.module.css';

export interface TryWithProps {
  /** One is made if there is none yet. */
  readonly session: SessionSummary | undefined;
  readonly profiles: readonly string[];
  /** The message that is written. */
  readonly text: string;
  /** Called when it was sent, so that the draft can be removed. */
  readonly onSent: () => void;
}

/** Sends the message that is written to several profiles, each in a branch of the folder. */
export function TryWith({ session, profiles, text, onSent }: TryWithProps) {
  const [isOpen, setOpen] = useState(false);
  if (profiles.length === 0) return undefined;
  return (
    <>
      <Button disabled={text.trim() === ''} onClick={() => setOpen(true)}>
        Try with…
      </Button>
      {isOpen ? <TryDialog {...{ session, profiles, text, onSent }} onClose={() => setOpen(false)} /> : undefined}
    </>
  );
}

interface TryDialogProps extends TryWithProps {
  readonly onClose: () => void;
}

function TryDialog({ session, profiles, text, onSent, onClose }: TryDialogProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const [chosen, setChosen] = useState<readonly string[]>(profiles.slice(0, 2));
  const [test, setTest] = useState('');
  const [minutes, setMinutes] = useState('');
  const [dollars, setDollars] = useState('');
  const list = useId();
  const budget = { ...limitField('seconds', minutes, 60), ...limitField('cost', dollars, 1) };
  const start = () =>
    doing.run(async () => {
      const command = test.trim();
      const { id } = session ?? (await api.sessions.create({}));
      await api.branches.tryWith({
        ...{ session: id, text, profiles: [...chosen], budget },
        ...(command !== '' && { test: command }),
      });
      onSent();
      onClose();
    });
  return (
    <Dialog
      open
      title="Try with…"
      description={`Each profile gets a copy of ${folderName(session?.workspace ?? 'the folder')} of its own and the same message. The folder itself stays as it is until you take something.`}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={chosen.length === 0 || doing.isBusy} onClick={start}>
            {doing.isBusy ? 'Copying…' : `Try with ${chosen.length}`}
          </Button>
        </>
      }
    >
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <fieldset className={styles.choices} aria-labelledby={list}>
        <legend id={list}>Profiles</legend>
        {profiles.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                setChosen((now) => (target.checked ? [...now, name] : now.filter((one) => one !== name)))
              }
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Test command"
        hint="Runs in each branch when its turn is over; its exit code is shown. Leave it empty for none."
        value={test}
        onChange={({ target }) => setTest(target.value)}
      />
      <div className={styles.budget}>
        <TextField
          label="Most minutes"
          inputMode="decimal"
          value={minutes}
          onChange={({ target }) => setMinutes(target.value)}
        />
        <TextField
          label="Most US dollars"
          inputMode="decimal"
          value={dollars}
          onChange={({ target }) => setDollars(target.value)}
        />
      </div>
    </Dialog>
  );
}

/** A limit where a positive number is written, else none. */
function limitField<Name extends string>(name: Name, text: string, times: number): { readonly [N in Name]?: number } {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && value > 0 ? ({ [name]: value * times } as { readonly [N in Name]?: number }) : {};
}
