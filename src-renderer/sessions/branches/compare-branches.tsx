import { useEffect, useState } from 'react';
import type { Branch, BranchChange, BranchComparison, SessionSummary } from '#contract';
import { branchChangeWords, branchName } from '#contract/branch-words';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { BranchDiff } from './branch-diff.tsx';
import styles from './branches.module.css';

export interface CompareBranchesProps {
  readonly session: SessionSummary;
  readonly branches: readonly Branch[];
  /** The person goes to Changes, where it is asked about what is taken. */
  readonly onTake: (of: readonly PathsToTake[]) => void;
  readonly onClose: () => void;
}

/** Paths of a branch that are to be taken. */
export interface PathsToTake {
  readonly branch: string;
  readonly paths: string[];
}

/** Cell of the comparison: a branch and a path. */
interface ComparisonCell {
  readonly branch: string;
  readonly path: string;
}

/** Branches beside each other, path by path; what is ticked is taken, through the review of changes. */
export function CompareBranches({ session, branches, onTake, onClose }: CompareBranchesProps) {
  const comparison = useComparison(branches);
  const [ticked, setTicked] = useState<readonly ComparisonCell[]>([]);
  const [shown, setShown] = useState<ComparisonCell | undefined>(undefined);
  const [other, setOther] = useState('workspace');
  const isHere = branches.every(({ workspace }) => workspace === (session.workspace ?? workspace));
  const take = () =>
    onTake(
      [...new Set(ticked.map(({ branch }) => branch))].map((branch) => ({
        branch,
        paths: ticked.filter((one) => one.branch === branch).map(({ path }) => path),
      })),
    );
  return (
    <Dialog
      open
      title="Compare branches"
      size="large"
      description="What each branch changed since it began. Tick what you want and take it: you review every hunk in Changes before anything is written."
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back to the branches</Button>
          <Button variant="primary" disabled={ticked.length === 0 || !isHere} onClick={take}>
            Take {plural(ticked.length, 'path')}
          </Button>
        </>
      }
    >
      {typeof comparison === 'string' ? <Banner level="error">{comparison}</Banner> : undefined}
      {comparison === undefined ? <Spinner label="Comparing the branches" /> : undefined}
      {typeof comparison === 'object' ? (
        <ComparedTable
          comparison={comparison}
          branches={branches}
          ticked={ticked}
          shown={shown}
          onTick={setTicked}
          onShow={setShown}
        />
      ) : undefined}
      {isHere ? undefined : (
        <p className={styles.muted}>
          This session works in a branch. Go to a session of the folder itself to take from branches.
        </p>
      )}
      {shown === undefined ? undefined : (
        <BranchDiff
          key={`${shown.branch} ${shown.path}`}
          {...shown}
          branches={branches}
          other={other}
          onOther={setOther}
        />
      )}
    </Dialog>
  );
}

interface TableProps {
  readonly comparison: BranchComparison;
  readonly branches: readonly Branch[];
  readonly ticked: readonly ComparisonCell[];
  readonly shown: ComparisonCell | undefined;
  readonly onTick: (ticked: readonly ComparisonCell[]) => void;
  readonly onShow: (cell: ComparisonCell | undefined) => void;
}

function ComparedTable({
  comparison: { branches: ids, paths, left },
  branches,
  ticked,
  shown,
  onTick,
  onShow,
}: TableProps) {
  if (paths.length === 0)
    return <p>Nothing was changed in {branches.length === 1 ? 'this branch' : 'these branches'}.</p>;
  const nameOf = (id: string) => {
    const branch = branches.find((one) => one.id === id);
    return branch === undefined ? id : branchName(branch);
  };
  const isSame = (one: ComparisonCell, other: ComparisonCell) => one.branch === other.branch && one.path === other.path;
  return (
    <>
      <table className={styles.table} aria-label="Changed paths">
        <thead>
          <tr>
            <th scope="col">Path</th>
            {ids.map((id) => (
              <th key={id} scope="col">
                <VisibleText text={nameOf(id)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paths.map(({ path, branches: cells }) => (
            <tr key={path}>
              <th scope="row">
                <VisibleText text={path} />
              </th>
              {cells.map((change, at) => {
                const cell = { branch: ids[at] ?? '', path };
                return (
                  <td key={cell.branch}>
                    {change === null ? (
                      <span className={styles.muted}>as it was</span>
                    ) : (
                      <ChangeCell
                        change={change}
                        name={nameOf(cell.branch)}
                        isTicked={ticked.some((one) => isSame(one, cell))}
                        onTick={(is) => onTick(is ? [...ticked, cell] : ticked.filter((one) => !isSame(one, cell)))}
                        onShow={() => onShow(shown && isSame(shown, cell) ? undefined : cell)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {left === 0 ? undefined : <p className={styles.muted}>{plural(left, 'more path')} differ.</p>}
    </>
  );
}

interface ChangeCellProps {
  readonly change: BranchChange;
  readonly name: string;
  readonly isTicked: boolean;
  readonly onTick: (is: boolean) => void;
  readonly onShow: () => void;
}

function ChangeCell({ change, name, isTicked, onTick, onShow }: ChangeCellProps) {
  return (
    <>
      <input
        type="checkbox"
        aria-label={`Take ${change.path} of ${name}`}
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
      />{' '}
      {branchChangeWords(change)}{' '}
      <Button size="small" variant="ghost" aria-label={`Show the diff of ${change.path} of ${name}`} onClick={onShow}>
        Diff
      </Button>
    </>
  );
}

/** Compares the branches; a sentence if that is not possible. */
function useComparison(branches: readonly Branch[]): BranchComparison | string | undefined {
  const api = useApi();
  const key = branches.map(({ id }) => id).join(' ');
  const [found, setFound] = useState<BranchComparison | string | undefined>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    const show = (value: BranchComparison | string) => {
      if (!ending.signal.aborted) setFound(value);
    };
    api.branches
      .compare({ branches: key.split(' ') }, { signal: ending.signal })
      .then(show, (error: unknown) => show(errorText(error)));
    return () => ending.abort();
  }, [api, key]);
  return found;
}
