import { SubjectFields } from '../permissions/rule-fields.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './allow-like-this.module.css';
import { type DraftedRule, draftOfProposed, type ProposalDraft } from './proposal-draft.ts';

/** The rules of the chosen proposal: each can be edited, and where there are several, left out. */
export function ProposedRules({ proposal }: { readonly proposal: ProposalDraft }) {
  const { rules, change } = proposal;
  return (
    <ul className={styles.rules} aria-label="Rules of this proposal">
      {rules.map((drafted, index) => (
        <li key={drafted.rule.words} className={styles.rule}>
          <RuleHead
            drafted={drafted}
            isAlone={rules.length === 1}
            onLeaveOut={(isLeftOut) => change(index, { isLeftOut })}
            onEdit={() =>
              change(index, { draft: drafted.draft === undefined ? draftOfProposed(drafted.rule) : undefined })
            }
          />
          {drafted.draft === undefined || drafted.isLeftOut ? undefined : (
            <fieldset className={styles.fields} aria-label={`The rule ${drafted.rule.words}`}>
              <SubjectFields
                draft={drafted.draft}
                problems={drafted.problems}
                change={(next) =>
                  change(index, { draft: { ...(drafted.draft ?? draftOfProposed(drafted.rule)), ...next } })
                }
              />
            </fieldset>
          )}
        </li>
      ))}
    </ul>
  );
}

interface HeadProps {
  readonly drafted: DraftedRule;
  readonly isAlone: boolean;
  readonly onLeaveOut: (isLeftOut: boolean) => void;
  readonly onEdit: () => void;
}

function RuleHead({ drafted, isAlone, onLeaveOut, onEdit }: HeadProps) {
  const { rule, isLeftOut, draft } = drafted;
  return (
    <div className={styles.head}>
      {isAlone ? undefined : (
        <label className={styles.label}>
          <input type="checkbox" checked={!isLeftOut} onChange={(event) => onLeaveOut(!event.target.checked)} />
          <span>
            <VisibleText text={rule.words} />
          </span>
        </label>
      )}
      {rule.part === undefined || rule.part === rule.words ? undefined : (
        <span className={styles.part}>
          for{' '}
          <code>
            <VisibleText text={rule.part} />
          </code>
        </span>
      )}
      <Button
        size="small"
        disabled={isLeftOut}
        aria-expanded={draft !== undefined}
        aria-label={draft === undefined ? `Edit the rule ${rule.words}` : `Take back what was edited of ${rule.words}`}
        onClick={onEdit}
      >
        {draft === undefined ? 'Edit' : 'As it was proposed'}
      </Button>
    </div>
  );
}
