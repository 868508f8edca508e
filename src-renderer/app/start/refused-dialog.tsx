import { useConnection } from '../../api/api-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * Dialog for a host that was started again and knows none of the old cookies; only it can give a new address. What is open stays
 * behind this.
 */
export function RefusedDialog({ onRetry }: { readonly onRetry: () => void }) {
  const { state } = useConnection();
  return (
    <Dialog
      title="This page is no longer let in"
      size="small"
      open={state === 'refused'}
      description="Sigma Shell was started again since this page was opened. Open the address it prints in its terminal, in this browser: press Enter there for a fresh one. Then this page goes on by itself."
      actions={
        <Button variant="primary" onClick={onRetry}>
          Try now
        </Button>
      }
    >
      <p>What you typed is kept here. Your sessions are safe on the host.</p>
    </Dialog>
  );
}
