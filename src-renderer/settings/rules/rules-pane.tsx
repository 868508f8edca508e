import { useRef, useState } from 'react';
import type { Rule, RuleScope, RulesState } from '#contract';
import { NEW_RULE, type RuleDraft, ruleDraft } from '../../permissions/rule-draft.ts';
import { useKeptLive } from '../../state/use-kept-live.ts';
import { useLive } from '../../state/use-live.ts';
import { useOpenWorkspaces, useShownWorkspace } from '../../state/workspaces.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useHeldFocus } from '../../ui/use-held-focus.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ProblemList } from '../file/problem-list.tsx';
import { useSectionInView } from '../use-section-in-view.ts';
import { BuiltInRules } from './built-in-rules.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleRow } from './rule-row.tsx';
import { RuleTester } from './rule-tester.tsx';
import styles from './rules-pane.module.css';

export interface RulesPaneProps {
  readonly isVisible: boolean;
  /** The part to bring into view, such as `tester`. */
  readonly section: string | undefined;
  readonly asked: number;
}

/** A draft, and the workspace whose rule it is, also when another session is shown meanwhile. */
interface EditedRule {
  readonly initial: RuleDraft;
  readonly workspace: string | undefined;
}

/** Pane about what runs without asking and what never runs: a person's rules, a tester, and the built-in rules. */
export function RulesPane(props: RulesPaneProps) {
  const workspace = useShownWorkspace()?.path;
  const [editing, setEditing] = useState<EditedRule | undefined>(undefined);
  return (
    <>
      <ShownRules {...props} workspace={workspace} onEdit={(initial) => setEditing({ initial, workspace })} />
      {editing === undefined ? undefined : <RuleForm {...editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

interface ShownRulesProps extends RulesPaneProps {
  readonly workspace: string | undefined;
  readonly onEdit: (draft: RuleDraft) => void;
}

function ShownRules({ isVisible, section, asked, workspace, onEdit }: ShownRulesProps) {
  const open = useOpenWorkspaces();
  const here = workspace === undefined ? undefined : { workspace };
  const live = useLive((api, signal) => api.rules.changed(here, { signal }), [workspace]);
  // What is tried stays while another folder's rules are fetched; nothing is done to those before.
  const rules = useKeptLive(live);
  const container = useRef<HTMLDivElement>(null);
  useSectionInView(container, { section, asked, isShown: isVisible && rules.status === 'ready' });
  if (rules.status === 'loading') return <Spinner label="Loading rules" />;
  if (rules.status === 'failed') return <Banner level="error">{rules.error.message}</Banner>;
  const state = rules.value;
  return (
    <div ref={container} className={styles.pane} inert={live.status === 'loading'}>
      {state.problems.length === 0 ? undefined : (
        <Banner level="error" title="The rules file is broken: no rule allows anything until it is fixed.">
          <ProblemList problems={state.problems} />
          <p className={styles.note}>{state.file}</p>
        </Banner>
      )}
      {open.length > 1 && workspace !== undefined ? (
        <p className={styles.note}>
          “This workspace” is <VisibleText text={workspace} />, that of the session that is shown.
        </p>
      ) : undefined}
      <RuleList
        state={state}
        workspace={workspace}
        onNew={() => onEdit({ ...NEW_RULE, runs: state.sandbox.works ? 'box' : 'outside' })}
        onEdit={(rule, scope) => onEdit(ruleDraft(rule, scope))}
      />
      <RuleTester state={state} workspace={workspace} />
      <BuiltInRules state={state} />
    </div>
  );
}

interface ListProps {
  readonly state: RulesState;
  readonly workspace: string | undefined;
  readonly onNew: () => void;
  readonly onEdit: (rule: Rule, scope: RuleScope) => void;
}

function RuleList({ state, workspace, onNew, onEdit }: ListProps) {
  const all = (['workspace', 'user'] as const).flatMap((scope) =>
    state[scope].toSorted((one, other) => other.at - one.at).map((rule) => ({ rule, scope })),
  );
  const isBroken = state.problems.length > 0;
  const held = useHeldFocus<HTMLElement>(all.map(({ rule }) => rule.id).join(' '));
  return (
    <section {...held} className={styles.section} aria-label="Your rules" data-section="rules">
      <div className={styles.row}>
        <h2 className={styles.heading}>Your rules</h2>
        <Button size="small" variant="primary" disabled={isBroken} onClick={onNew}>
          New rule
        </Button>
      </div>
      {all.length === 0 ? (
        <EmptyState
          icon="shield"
          title="No rule yet"
          text="What no rule covers is asked about, unless it is proven to only read. “Allow like this…” on a question makes the narrowest rule for it."
        />
      ) : (
        <ul className={styles.list} aria-label="Rules">
          {all.map(({ rule, scope }) => (
            <RuleRow
              key={`${scope} ${rule.id}`}
              rule={rule}
              scope={scope}
              workspace={workspace}
              isBroken={isBroken}
              onEdit={() => onEdit(rule, scope)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
