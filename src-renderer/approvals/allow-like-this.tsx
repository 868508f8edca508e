import { useId, useRef, useState } from 'react';
import type { Question, Rehearsal, RuleProposal, RuleScope } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { RehearsalView } from '../permissions/rehearsal-view.tsx';
import { SCOPES } from '../permissions/rule-words.ts';
import { failureText } from '../state/error-text.ts';
import { useIsMounted } from '../state/use-is-mounted.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './allow-like-this.module.css';
import { type ProposalDraft, useProposalDraft } from './proposal-draft.ts';
import { ProposedRules } from './proposed-rules.tsx';
import { useProposals } from './use-proposals.ts';
import { useSettled } from './use-settled.ts';
import { type RuleTrial, useTriedRules } from './use-tried-rules.ts';

/** Scope of a rule. */
type AllowScope = RuleScope | 'session';

export interface AllowLikeThisProps {
  readonly question: Question;
  readonly onClose: () => void;
  /** The rules are kept: this one is allowed, too. */
  readonly onSaved: () => void;
  /** The rules are kept, but the dialog was left before: this one is not allowed. */
  readonly onSavedLater: () => void;
  /** The rules could not be kept, and the dialog went with its card before it could say so. */
  readonly onLost: (text: string) => void;
}

/**
 * Choice of rules for the future, narrowest first, with what they would have allowed in the past. The chosen rules can
 * be adjusted and are kept together; then this command is allowed.
 */
export function AllowLikeThis({ question, onClose, onSaved, onSavedLater, onLost }: AllowLikeThisProps) {
  const api = useApi();
  const found = useProposals(question.id);
  const proposal = useProposalDraft(found.status === 'ready' ? found.proposals : []);
  const { subjects, isAsOffered } = proposal;
  const tried = useTriedRules(question.id, isAsOffered ? undefined : subjects);
  const [scope, setScope] = useState<AllowScope>('workspace');
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const body = useRef<HTMLDivElement>(null);
  const isLeft = useRef(false);
  const isMounted = useIsMounted();
  const settled = useSettled(body, `${found.status} ${tried?.status}`);
  const isKnown = isAsOffered || tried?.status === 'ready';
  const isReady = subjects !== undefined && subjects.length > 0 && isKnown && !isSaving;

  const save = async () => {
    if (!isReady || !settled.mayAct()) return;
    setSaving(true);
    setProblem(undefined);
    try {
      const { workspace, session } = question;
      const rules = subjects.map((subject) => ({ verdict: 'allow', subject }) as const);
      if (scope === 'session') await api.rules.saveForSession({ session, workspace, rules });
      else await api.rules.saveAll({ scope, workspace, rules });
      if (isLeft.current) onSavedLater();
      else onSaved();
    } catch (error) {
      const text = failureText('Nothing was saved, and nothing was allowed', error);
      setProblem(text);
      setSaving(false);
      if (!isMounted() && !isLeft.current) onLost(text);
    }
  };
  const leave = () => {
    isLeft.current = true;
    onClose();
  };
  return (
    <Dialog
      open
      title="Allow like this"
      description="What this rule names runs without asking from now on, and nothing else. Words left open are never options that write elsewhere, run code or send. A program named to the letter may still do more than its words say."
      onOpenChange={(isOpen) => !isOpen && leave()}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button variant="primary" aria-disabled={!isReady || !settled.isSettled} onClick={() => void save()}>
            {(subjects?.length ?? 1) > 1 ? 'Save the rules and allow' : 'Save the rule and allow'}
          </Button>
        </>
      }
    >
      <div ref={body} className={styles.body}>
        {found.status === 'loading' ? <Spinner label="Looking for the narrowest rule" /> : undefined}
        {found.status === 'failed' ? <Banner level="error">{found.problem}</Banner> : undefined}
        {found.status === 'ready' ? (
          <Proposals offered={found.proposals} proposal={proposal} tried={tried} />
        ) : undefined}
        {proposal.rules.length === 0 ? undefined : <Scope scope={scope} onChange={setScope} />}
        {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      </div>
    </Dialog>
  );
}

interface ProposalsProps {
  readonly offered: readonly RuleProposal[];
  readonly proposal: ProposalDraft;
  readonly tried: RuleTrial | undefined;
}

function Proposals({ offered, proposal, tried }: ProposalsProps) {
  const name = useId();
  if (offered.length === 0) {
    return <p className={styles.none}>No rule could cover this: it is always asked about. It can be allowed once.</p>;
  }
  return (
    <fieldset className={styles.choices}>
      <legend>Rule, the narrowest first</legend>
      {offered.map((one, index) => {
        const words = one.rules.map((rule) => rule.words).join('  and  ');
        const isChosen = index === proposal.chosen;
        return (
          <div key={words} className={styles.choice} data-chosen={isChosen || undefined}>
            <label className={styles.label}>
              <input type="radio" name={name} checked={isChosen} onChange={() => proposal.choose(index)} />
              <span>
                <VisibleText text={words} />
              </span>
            </label>
            <div className={styles.past}>
              {isChosen ? <ProposedRules proposal={proposal} /> : undefined}
              <PastCalls offered={one.rehearsal} proposal={isChosen ? proposal : undefined} tried={tried} />
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

interface PastCallsProps {
  readonly offered: Rehearsal;
  /** Proposal that is chosen, if it is this one. */
  readonly proposal: ProposalDraft | undefined;
  readonly tried: RuleTrial | undefined;
}

/** Effect that the rules as they are now would have had on past calls, and whether they cover this question. */
function PastCalls({ offered, proposal, tried }: PastCallsProps) {
  if (proposal === undefined) return <RehearsalView rehearsal={{ ...offered, examples: [] }} />;
  if (proposal.isAsOffered) return <RehearsalView rehearsal={offered} />;
  if (proposal.subjects?.length === 0) return <p className={styles.none}>All are left out; nothing would be saved.</p>;
  if (tried === undefined) return <p className={styles.none}>This is no rule yet.</p>;
  if (tried.status === 'loading') return <Spinner label="Rehearsing on the past" />;
  if (tried.status === 'failed') return <Banner level="error">{tried.problem}</Banner>;
  return (
    <>
      <RehearsalView rehearsal={tried.rules} />
      {tried.rules.covers === false ? (
        <Banner level="warning">This covers only a part of it: it is allowed once, and you will be asked again.</Banner>
      ) : undefined}
    </>
  );
}

function Scope({ scope, onChange }: { readonly scope: AllowScope; readonly onChange: (scope: AllowScope) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.scope}>
      <legend>Where</legend>
      {(['session', 'workspace', 'user'] as const).map((one) => (
        <label key={one} className={styles.label}>
          <input type="radio" name={name} checked={one === scope} onChange={() => onChange(one)} />
          {one === 'session' ? 'This session only' : SCOPES[one]}
        </label>
      ))}
    </fieldset>
  );
}
