import { useState } from 'react';
import type { Rule, RuleScope } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { RULE_VERDICTS, SCOPES, subjectWords } from '../../permissions/rule-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatFullTime, formatTime } from '../../ui/format.ts';
import { useToday } from '../../ui/use-today.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './rules-pane.module.css';

export interface RuleRowProps {
  readonly rule: Rule;
  readonly scope: RuleScope;
  /** Absolute path of the workspace whose rules these are. */
  readonly workspace: string | undefined;
  /** The file is, so that nothing can be written to it. */
  readonly isBroken: boolean;
  readonly onEdit: () => void;
}

/** One rule in words. */
export function RuleRow({ rule, scope, workspace, isBroken, onEdit }: RuleRowProps) {
  useToday();
  const { verdict, subject, note, at } = rule;
  const words = subjectWords(subject, verdict);
  return (
    <li className={styles.rule} data-focus-row>
      <Badge tone={verdict === 'allow' ? 'success' : 'danger'}>{RULE_VERDICTS[verdict]}</Badge>
      <div className={styles.about}>
        <code className={styles.subject}>
          <VisibleText text={words} />
        </code>
        <span className={styles.facts}>
          <span>{SCOPES[scope]}</span>
          <time dateTime={new Date(at).toISOString()} title={formatFullTime(at)}>
            {formatTime(at)}
          </time>
          {isOld(rule) ? <span>Options and code that are not known to be safe are asked about</span> : undefined}
          {note === undefined ? undefined : (
            <span>
              <VisibleText text={note} />
            </span>
          )}
        </span>
      </div>
      <Button size="small" disabled={isBroken} aria-label={`Edit the rule ${words}`} onClick={onEdit}>
        Edit
      </Button>
      <RemoveButton rule={rule} scope={scope} workspace={workspace} words={words} isBroken={isBroken} />
    </li>
  );
}

/** Whether it covered whatever came after its words before there were types. */
function isOld({ verdict, subject }: Rule): boolean {
  if (verdict !== 'allow' || subject.kind !== 'command') return false;
  return subject.arguments.some((one) => typeof one === 'object' && 'any' in one && /^(rest|word)$/.test(one.any));
}

function RemoveButton({
  rule,
  scope,
  workspace,
  words,
  isBroken,
}: Omit<RuleRowProps, 'onEdit'> & { readonly words: string }) {
  const api = useApi();
  const doing = useSettingsAction();
  const [isAsking, setIsAsking] = useState(false);
  const here = workspace === undefined ? {} : { workspace };
  const remove = async () => {
    if (await doing.run(() => api.rules.remove({ ...here, scope, id: rule.id }))) setIsAsking(false);
  };
  return (
    <>
      <Button
        size="small"
        variant="danger"
        disabled={isBroken}
        aria-label={`Remove the rule ${words}`}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <Dialog
        open={isAsking}
        size="small"
        title="Remove this rule?"
        onOpenChange={setIsAsking}
        actions={
          <>
            <Button onClick={() => setIsAsking(false)}>Keep it</Button>
            <Button variant="danger" disabled={doing.isBusy} onClick={() => void remove()}>
              Remove it
            </Button>
          </>
        }
      >
        <p>
          <code>
            <VisibleText text={words} />
          </code>{' '}
          {rule.verdict === 'allow' ? 'is asked about again.' : 'is not denied any more by this rule.'}
        </p>
        <RefusalBanner doing={doing} />
      </Dialog>
    </>
  );
}
