import { useState } from 'react';
import type { ConversationItem } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { useSettings } from '../../state/settings.tsx';
import { RepairText } from '../../text/repair-text.tsx';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './repairs.module.css';

type ToolRepair = Extract<ConversationItem, { kind: 'tool' }>['repairs'][number];

/** List of the repairs made to a call before it ran, each with the switch of its rule. */
export function Repairs({ repairs }: { readonly repairs: readonly ToolRepair[] }) {
  const api = useApi();
  const off = useSettings().guard.disabled_rules;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  if (repairs.length === 0) return undefined;
  const set = (rule: string, enabled: boolean) => {
    setProblem(undefined);
    api.guard.setRule({ rule, enabled }).then(
      () => announce(enabled ? 'It is repaired again' : 'It is not repaired from now on'),
      (error: unknown) => setProblem(failureText('It could not be changed', error)),
    );
  };
  return (
    <>
      <ul className={styles.repairs} aria-label="Repairs">
        {repairs.map(({ rule, text }) => {
          const isOff = off.includes(rule);
          return (
            <li key={`${rule} ${text}`}>
              <Icon name="repair" />
              <span className={styles.text}>
                Repaired: <RepairText text={text} />
                {isOff ? <span className={styles.off}> (not repaired from now on)</span> : undefined}
              </span>
              <Button
                size="small"
                variant="ghost"
                title={`Switches the rule ${rule} ${isOff ? 'on' : 'off'}; all are in Settings, under Repairs`}
                onClick={() => set(rule, isOff)}
              >
                {isOff ? 'Repair this again' : 'Don’t repair this again'}
              </Button>
            </li>
          );
        })}
      </ul>
      {problem === undefined ? undefined : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
