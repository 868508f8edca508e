import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from '../workbench/details-pane.module.css';

export interface Transfer {
  readonly from: 'folder' | 'redis';
  readonly to: 'folder' | 'redis';
}

const NAMES = { folder: 'the folder', redis: 'Redis' } as const;

type TransferResult = Awaited<ReturnType<ReturnType<typeof useApi>['prompts']['transfer']>>;

/** Copies records from one store to the other, after a question. */
export function TransferDialog({ transfer, onClose }: { readonly transfer: Transfer; readonly onClose: () => void }) {
  const api = useApi();
  const { from, to } = transfer;
  const [overwrites, setOverwrites] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<TransferResult | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const copy = () => {
    setIsBusy(true);
    setProblem(undefined);
    api.prompts
      .transfer({ from, to, overwrites })
      .then(setAnswer, (error: unknown) => setProblem(errorText(error)))
      .finally(() => setIsBusy(false));
  };
  return (
    <Dialog
      open
      size="small"
      title={to === 'redis' ? 'Copy to Redis' : 'Copy from Redis'}
      description={`Copies extensions, prompts, variables and tools from ${NAMES[from]} to ${NAMES[to]}. Nothing is taken away.`}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>{answer === undefined ? 'Cancel' : 'Close'}</Button>
          {answer === undefined ? (
            <Button variant="primary" disabled={isBusy} onClick={copy}>
              {isBusy ? 'Copying…' : 'Copy'}
            </Button>
          ) : undefined}
        </>
      }
    >
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {answer === undefined ? (
        <label className={styles.check}>
          <input type="checkbox" checked={overwrites} onChange={({ target }) => setOverwrites(target.checked)} />
          Replace what is there already
        </label>
      ) : (
        <>
          <Banner level={answer.problems.length > 0 ? 'warning' : 'success'}>
            {answer.written} written, {answer.kept} kept as they were.
          </Banner>
          {answer.problems.length === 0 ? undefined : (
            <ul className={styles.plain}>
              {answer.problems.map(({ key, message }) => (
                <li key={`${key} ${message}`}>
                  <code>{key}</code>: {message}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  );
}
