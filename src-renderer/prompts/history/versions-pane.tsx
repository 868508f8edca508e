import { useMemo, useState } from 'react';
import type { PromptRecord, PromptVersion } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Split } from '../../ui/split.tsx';
import { useRequest } from '../records/use-request.ts';
import type { Workbench } from '../workbench/use-workbench.ts';
import { Comparison } from './comparison.tsx';
import { Version, versionName } from './version.tsx';
import styles from './versions-pane.module.css';

export interface VersionsPaneProps {
  readonly bench: Workbench;
  readonly record: PromptRecord;
  /** JSON text of an object. */
  readonly args: string;
  readonly onClose: () => void;
}

/** Id for the current text, beside the versions. */
export const NOW = 'draft';

/** Every version of a prompt; two of them are compared, as templates and as they render. */
export function VersionsPane({ bench, record, args, onClose }: VersionsPaneProps) {
  const { id, details } = bench;
  const asked = useRequest((api) => api.prompts.versions({ id }), `${id} ${details?.summary.hash}`);
  const versions = useMemo(() => asked.value?.toSorted((one, other) => other.at - one.at) ?? [], [asked.value]);
  const [picked, setPicked] = useState<{ readonly left?: string; readonly right?: string }>({});
  const right = picked.right ?? NOW;
  const left = picked.left ?? defaultLeft(versions, bench.isDraft);
  const changing = useVersionChanges(id, asked.reload);
  return (
    <section className={styles.pane} aria-label={`Versions of ${id}`}>
      <header className={styles.bar}>
        <h2 className={styles.heading}>Versions of {id}</h2>
        <Button size="small" onClick={onClose}>
          Back to the template
        </Button>
      </header>
      {asked.problem === undefined ? undefined : <Banner level="error">{asked.problem}</Banner>}
      {changing.problem === undefined ? undefined : <Banner level="error">{changing.problem}</Banner>}
      <div className={styles.body}>
        <Split
          name="prompts.versions"
          label="Width of the list of versions"
          size={34}
          first={
            <div className={styles.scroll}>
              {asked.value === undefined && asked.problem === undefined ? (
                <Spinner label="Loading versions" />
              ) : undefined}
              <table className={styles.table} aria-label="Versions">
                <thead>
                  <tr>
                    <th scope="col">Left</th>
                    <th scope="col">Right</th>
                    <th scope="col">Version</th>
                  </tr>
                </thead>
                <tbody>
                  <tr>
                    <td>
                      <VersionPick
                        side="left"
                        name="what is written now"
                        row={NOW}
                        picked={left}
                        onPick={(row) => setPicked({ ...picked, left: row })}
                      />
                    </td>
                    <td>
                      <VersionPick
                        side="right"
                        name="what is written now"
                        row={NOW}
                        picked={right}
                        onPick={(row) => setPicked({ ...picked, right: row })}
                      />
                    </td>
                    <td>
                      <b>What is written now</b> {bench.isDraft ? <Badge tone="accent">not saved</Badge> : undefined}
                    </td>
                  </tr>
                  {versions.map((version) => (
                    <tr key={rowOf(version)}>
                      <td>
                        <VersionPick
                          side="left"
                          name={versionName(version)}
                          row={rowOf(version)}
                          picked={left}
                          onPick={(row) => setPicked({ ...picked, left: row })}
                        />
                      </td>
                      <td>
                        <VersionPick
                          side="right"
                          name={versionName(version)}
                          row={rowOf(version)}
                          picked={right}
                          onPick={(row) => setPicked({ ...picked, right: row })}
                        />
                      </td>
                      <td>
                        <Version
                          version={version}
                          onRollback={changing.rollBack}
                          onLabel={(label) => changing.label(version.hash, label)}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          }
          second={
            left === undefined ? (
              <p className={styles.hint}>There is no version yet to compare with.</p>
            ) : (
              <Comparison
                id={id}
                record={record}
                args={args}
                left={hashIn(versions, left)}
                right={hashIn(versions, right)}
              />
            )
          }
        />
      </div>
    </section>
  );
}

function defaultLeft(versions: readonly PromptVersion[], isDraft: boolean): string | undefined {
  const current = versions.find(({ isCurrent }) => isCurrent);
  const one = isDraft ? (current ?? versions[0]) : (versions.find((other) => other !== current) ?? current);
  return one && rowOf(one);
}

/** The same text may be more than one version, such as after it was rolled back to. */
function rowOf({ at, hash }: PromptVersion): string {
  return `${at} ${hash}`;
}

function hashIn(versions: readonly PromptVersion[], row: string): string {
  return versions.find((one) => rowOf(one) === row)?.hash ?? NOW;
}

interface VersionPickProps {
  readonly side: 'left' | 'right';
  readonly name: string;
  /** Row that it picks. */
  readonly row: string;
  readonly picked: string | undefined;
  readonly onPick: (row: string) => void;
}

function VersionPick({ side, name, row, picked, onPick }: VersionPickProps) {
  return (
    <input
      type="radio"
      name={`version-${side}`}
      aria-label={`Show ${name} at the ${side}`}
      checked={picked === row}
      onChange={() => onPick(row)}
    />
  );
}

/** Rolling back and labelling, with why it failed. */
function useVersionChanges(id: string, onDone: () => void) {
  const api = useApi();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const doing = (work: Promise<unknown>, words: string) =>
    void work.then(
      () => {
        setProblem(undefined);
        announce(words);
        onDone();
      },
      (error: unknown) => setProblem(errorText(error)),
    );
  return {
    problem,
    rollBack: (hash: string) => doing(api.prompts.rollback({ id, hash }), 'Rolled back'),
    label: (hash: string, label: string) => doing(api.prompts.label({ id, hash, label }), 'Labelled'),
  };
}
