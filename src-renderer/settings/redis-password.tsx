import { type FormEvent, useCallback, useEffect, useId, useState } from 'react';
import { useApi, useConnection } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { useLive } from '../state/use-live.ts';
import { announce } from '../ui/announce.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RefusalBanner } from './file/refusal-banner.tsx';
import control from './form/setting-control.module.css';
import styles from './form/setting-row.module.css';
import { type SettingsAction, useSettingsAction } from './use-settings-action.ts';

const TITLE = 'Password of Redis';

/** The password that Redis is asked with: whether one is kept, and another in its place or none; what is kept is never shown. */
export function RedisPassword() {
  const id = useId();
  const kept = useKept();
  const doing = useSettingsAction();
  const [isTyping, setIsTyping] = useState(false);
  const isKept = kept.isKept === true;
  const isNone = kept.isKept === false && kept.problem === undefined;
  const isField = !isKept || isTyping;
  return (
    <div className={styles.row} data-setting="prompts.redis.password">
      <div className={styles.words}>
        {isField ? (
          <label htmlFor={id} className={styles.title}>
            {TITLE}
          </label>
        ) : (
          <span className={styles.title}>{TITLE}</span>
        )}
        <p id={`${id}-notes`} className={styles.description}>
          Kept where API keys are kept, and never shown. {kept.isForRun ? 'This one is forgotten with this run.' : ''}
        </p>
      </div>
      <div className={styles.control}>
        {isField ? (
          <PasswordField
            id={id}
            doing={doing}
            isKept={isKept}
            placeholder={isKept ? 'another one' : isNone ? 'none is kept' : ''}
            onKept={() => {
              setIsTyping(false);
              kept.look();
            }}
            onCancel={() => setIsTyping(false)}
          />
        ) : (
          <>
            <Badge tone="success">one is kept</Badge>
            <Button size="small" aria-describedby={`${id}-notes`} onClick={() => setIsTyping(true)}>
              Replace…
            </Button>
            <RemovePassword doing={doing} onRemoved={kept.look} />
          </>
        )}
      </div>
      {kept.problem === undefined ? undefined : (
        <p className={styles.problem} role="alert">
          Cannot check for a saved password: {kept.problem}
        </p>
      )}
      <RefusalBanner doing={doing} />
    </div>
  );
}

interface PasswordState {
  /** Whether a password is kept; `undefined` while unknown. */
  readonly isKept?: boolean;
  readonly isForRun?: boolean | undefined;
  readonly problem?: string | undefined;
}

function useKept() {
  const api = useApi();
  const { epoch } = useConnection();
  const [kept, setKept] = useState<PasswordState>({});
  const keychain = useLive((its, signal) => its.keychain.changed(undefined, { signal }), []);
  const look = useCallback(() => {
    api.prompts.redisPassword().then(setKept, (error: unknown) => setKept({ problem: errorText(error) }));
  }, [api]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection or keychain is a reason to ask again.
  useEffect(look, [look, epoch, keychain]);
  return { ...kept, look };
}

interface FieldProps {
  readonly id: string;
  readonly doing: SettingsAction;
  readonly isKept: boolean;
  readonly placeholder: string;
  readonly onKept: () => void;
  readonly onCancel: () => void;
}

function PasswordField({ id, doing, isKept, placeholder, onKept, onCancel }: FieldProps) {
  const api = useApi();
  const [password, setPassword] = useState('');
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return;
    void doing.run(async () => {
      await api.prompts.setRedisPassword({ password });
      setPassword('');
      announce('The password of Redis is kept');
      onKept();
    });
  };
  return (
    <form className={styles.control} onSubmit={keep}>
      <input
        id={id}
        aria-describedby={`${id}-notes`}
        className={control.field}
        type="password"
        autoComplete="off"
        maxLength={1000}
        placeholder={placeholder}
        value={password}
        // Text typed meanwhile would be taken for kept.
        readOnly={doing.isBusy}
        // biome-ignore lint/a11y/noAutofocus: whoever asked to replace it wants to type.
        autoFocus={isKept}
        onChange={(event) => setPassword(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
      />
      <Button type="submit" size="small" disabled={password === '' || doing.isBusy}>
        Keep
      </Button>
      {isKept ? (
        <Button size="small" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      ) : undefined}
    </form>
  );
}

function RemovePassword({ doing, onRemoved }: { readonly doing: SettingsAction; readonly onRemoved: () => void }) {
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const remove = () => {
    setIsAsking(false);
    // A keychain that does not answer may still have it: what is there is looked at either way.
    void doing
      .run(() => api.prompts.setRedisPassword({ password: '' }))
      .then((isRemoved) => {
        if (isRemoved) announce('The password of Redis is removed');
        onRemoved();
      });
  };
  return (
    <>
      <Button size="small" disabled={doing.isBusy} onClick={() => setIsAsking(true)}>
        Remove…
      </Button>
      <ConfirmDialog
        title="Remove the password of Redis?"
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        confirm="Remove it"
        onConfirm={remove}
      >
        Redis is then connected to without a password. It cannot be shown first: if you need it, have it elsewhere.
      </ConfirmDialog>
    </>
  );
}
