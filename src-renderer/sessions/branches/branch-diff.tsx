import { useCallback, useId } from 'react';
import type { Branch } from '#contract';
import { branchName } from '#contract/branch-words';
import { useApi } from '../../api/api-context.tsx';
import { LoadedDiff } from '../../text/loaded-diff.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './branches.module.css';

export interface BranchDiffProps {
  readonly branch: string;
  readonly path: string;
  /** Branches of the comparison, this one among them. */
  readonly branches: readonly Branch[];
  /** Other side of the diff: `workspace`, `base`, or the id of another branch. */
  readonly other: string;
  readonly onOther: (other: string) => void;
}

const SAME = {
  workspace: 'The folder has the same text there.',
  base: 'The branch began with the same text there.',
  branch: 'The other branch has the same text there.',
} as const;

/** Diff of a path of a branch against the folder as it is now, what the branch began with, or another branch. */
export function BranchDiff({ branch, path, branches, other, onOther }: BranchDiffProps) {
  const api = useApi();
  const choices = [
    { value: 'workspace', label: 'The folder as it is now' },
    { value: 'base', label: 'What the branch began with' },
    ...branches.filter(({ id }) => id !== branch).map((one) => ({ value: one.id, label: branchName(one) })),
  ];
  const chosen = choices.find(({ value }) => value === other)?.value ?? 'workspace';
  const load = useCallback(
    (signal: AbortSignal) => {
      const against = chosen === 'workspace' || chosen === 'base' ? chosen : { branch: chosen };
      return api.branches.diff({ branch, path, with: against }, { signal });
    },
    [api, branch, path, chosen],
  );
  const heading = useId();
  const one = branches.find(({ id }) => id === branch);
  return (
    <section className={styles.diff} aria-labelledby={heading}>
      <h3 id={heading} className={styles.diffTitle}>
        <VisibleText text={`${path} of ${one === undefined ? branch : branchName(one)}`} />
      </h3>
      <SelectField label="Compared with" choices={choices} value={chosen} onChange={onOther} />
      <LoadedDiff
        key={chosen}
        load={load}
        same={() => SAME[chosen === 'workspace' || chosen === 'base' ? chosen : 'branch']}
      />
    </section>
  );
}
