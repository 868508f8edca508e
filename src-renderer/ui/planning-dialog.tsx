import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Spinner } from './spinner.tsx';

export interface PlanningDialogProps {
  readonly title: string;
  /** Label of the work in progress. */
  readonly label: string;
  /** Reason why it cannot be planned. */
  readonly problem: string | undefined;
  readonly onClose: () => void;
}

/** Dialog shown until the plan is known. */
export function PlanningDialog({ title, label, problem, onClose }: PlanningDialogProps) {
  return (
    <Dialog open title={title} size="large" onOpenChange={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {problem === undefined ? <Spinner label={label} /> : <Banner level="error">{problem}</Banner>}
    </Dialog>
  );
}
