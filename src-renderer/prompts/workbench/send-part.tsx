import { useState } from 'react';
import { actionOf } from '../../state/action-table.ts';
import { useActions } from '../../state/actions.tsx';
import { useLayout } from '../../state/layout.tsx';
import { DEMO_NAME, hasNoModel, useProfiles } from '../../state/use-profiles.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { promptActions } from '../action-table.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import styles from './workbench.module.css';

export interface SendPartProps {
  readonly isVisible: boolean;
  readonly canSend: boolean;
  readonly onSend: (profile: string | undefined) => void;
}

/** Recipient, and the button that sends; without a model, the way to connect one. */
export function SendPart({ isVisible, canSend, onSend }: SendPartProps) {
  const [profile, setProfile] = useLayout<string>('prompts.profile', '');
  const [isConnecting, setIsConnecting] = useState(false);
  const state = useProfiles();
  const sound = state?.profiles.filter(({ problem }) => problem === undefined).map(({ name }) => name) ?? [];
  const isNobodyThere = hasNoModel(state) && sound.length === 0;
  const send = () => {
    if (isNobodyThere) setIsConnecting(true);
    else onSend(profile === '' ? undefined : profile);
  };
  useActions([actionOf(promptActions, 'prompts.send', { enabled: isVisible && canSend, run: send })]);
  const first = state?.isDemo ? DEMO_NAME : state?.selected[0];
  const known = profile === '' || sound.includes(profile) ? sound : [...sound, profile];
  return (
    <>
      {isNobodyThere ? (
        <Button size="small" onClick={() => setIsConnecting(true)}>
          Connect a model…
        </Button>
      ) : (
        <SelectField
          label="Profile"
          isLabelHidden
          className={styles.profile ?? ''}
          choices={[
            { value: '', label: first === undefined ? 'No model' : `By ${first}` },
            ...known.map((name) => ({ value: name, label: name })),
          ]}
          value={profile}
          onChange={setProfile}
        />
      )}
      <Button size="small" variant="primary" disabled={!canSend} onClick={send}>
        Send to model
      </Button>
      {isConnecting ? <ConnectDialog onClose={() => setIsConnecting(false)} /> : undefined}
    </>
  );
}
