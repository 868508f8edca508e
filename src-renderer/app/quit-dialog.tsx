import { useEffect, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Ends the host, after saying what ends with it. */
export function QuitDialog({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const [running, setRunning] = useState<readonly string[] | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => {
    api.app.running().then(setRunning, (error: unknown) => setProblem(errorText(error)));
  }, [api]);
  const quit = () => {
    api.app.quit().then(onClose, (error: unknown) => setProblem(errorText(error)));
  };
  return (
    <Dialog
      title="Quit Sigma Shell?"
      size="small"
      open
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Go on</Button>
          <Button variant="danger" onClick={quit}>
            Quit
          </Button>
        </>
      }
    >
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {running === undefined && problem === undefined ? <Spinner label="Looking what runs" /> : undefined}
      {running?.length === 0 ? <p>Nothing runs. Sessions stay on the record.</p> : undefined}
      {running !== undefined && running.length > 0 ? (
        <>
          <p>This still runs and would end:</p>
          <ul>
            {running.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      ) : undefined}
    </Dialog>
  );
}
