import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useLive } from '../../state/use-live.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** Ends the host, after saying what ends with it. */
export function QuitDialog({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const [failed, setProblem] = useState<string | undefined>(undefined);
  const closing = useLive((live, signal) => live.app.closingChanged(undefined, { signal }), []);
  const {
    endsHost = false,
    background = [],
    choice = 'ask',
    running,
  } = closing.status === 'ready' ? closing.value : {};
  const problem = failed ?? (closing.status === 'failed' ? errorText(closing.error) : undefined);
  const canStay = endsHost && background.length > 0;
  const stay = () => {
    api.app.stayInBackground().then(onClose, (error: unknown) => setProblem(errorText(error)));
  };
  const quit = async () => {
    // Asked once: the answer holds for the next time that the window is closed.
    if (canStay && choice === 'ask') await api.settings.set({ key: 'app.background', value: 'end' }).catch(() => {});
    await api.app.quit().then(onClose, (error: unknown) => setProblem(errorText(error)));
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
          {canStay ? <Button onClick={stay}>Stay in the background</Button> : undefined}
          <Button variant="danger" onClick={() => void quit()}>
            Quit
          </Button>
        </>
      }
    >
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {running === undefined && problem === undefined ? <Spinner label="Looking what runs" /> : undefined}
      {running?.length === 0 ? <p>Nothing runs. Sessions stay on the record.</p> : undefined}
      {canStay ? (
        <>
          <p>These are on, and can go on without a window; your answer is remembered:</p>
          <ul>
            {background.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      ) : undefined}
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
