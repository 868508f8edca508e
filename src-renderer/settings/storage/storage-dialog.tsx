import { useState } from 'react';
import type { RetentionItem, RetentionPlan, RetentionWork } from '#contract';
import { usePlan } from '../../state/use-plan.ts';
import { useStreamedWork } from '../../state/use-work.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { PlanningDialog } from '../../ui/planning-dialog.tsx';
import { RemovableList } from './removable-list.tsx';
import { RemovalView } from './removal-view.tsx';

const TITLE = 'What can be removed';
const WORDS = {
  cancelled: 'Cancelled. What was removed by then is gone, and Activity says what.',
  lost: 'The removal ended without a result. Activity says how far it came',
} as const;

/** Shows what nothing refers to, and removes what is ticked. */
export function StorageDialog({ onClose }: { readonly onClose: () => void }) {
  const { plan, problem } = usePlan('all', (api, signal) => api.retention.plan({}, { signal }));
  return plan === undefined ? (
    <PlanningDialog title={TITLE} label="Looking for unreferenced data" problem={problem} onClose={onClose} />
  ) : (
    <PlannedRemoval plan={plan} onClose={onClose} />
  );
}

function PlannedRemoval({ plan, onClose }: { readonly plan: RetentionPlan; readonly onClose: () => void }) {
  const work = useStreamedWork<RetentionWork>(WORDS);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [wasBegun, setBegun] = useState(false);
  const items = plan.items.filter(({ id }) => chosen.has(id));
  const remove = () => {
    setBegun(true);
    work.run((api, signal) => api.retention.sweep({ plan: plan.id, items: [...chosen] }, { signal }));
  };
  const isRunning = work.progress !== undefined;
  const actions = isRunning ? (
    <Button onClick={work.cancel}>Cancel</Button>
  ) : (
    <>
      <Button onClick={onClose}>Close</Button>
      {wasBegun ? undefined : (
        <Button variant="danger" disabled={items.length === 0} onClick={remove}>
          {items.length === 0 ? 'Remove' : `Remove ${formatBytes(bytesOf(items))}`}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      title={TITLE}
      size="large"
      description={planWords(plan)}
      {...(!isRunning && { onOpenChange: onClose })}
      actions={actions}
    >
      <RemovalView work={work} />
      {wasBegun ? undefined : <RemovableList plan={plan} chosen={chosen} onChoose={setChosen} />}
    </Dialog>
  );
}

function planWords({ items }: RetentionPlan): string {
  if (items.length === 0) return 'Nothing can be removed: everything is still in use or too recent.';
  const count = items.reduce((sum, item) => sum + item.count, 0);
  return `Nothing refers to ${plural(count, 'thing')} of ${formatBytes(bytesOf(items))}. What you tick is removed for good: it cannot be undone.`;
}

const bytesOf = (items: readonly RetentionItem[]): number => items.reduce((sum, { bytes }) => sum + bytes, 0);
