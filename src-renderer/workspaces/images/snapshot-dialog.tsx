import { useState } from 'react';
import type { OpenedFolder, SnapshotPlan } from '#contract';
import { SecretTicks } from '../../packing/secret-ticks.tsx';
import { useImageWork } from '../../state/use-image-work.ts';
import { usePlan } from '../../state/use-plan.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { PlanningDialog } from '../../ui/planning-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { WorkView } from '../../ui/work-view.tsx';
import { Differences } from '../reading-room/differences-tab.tsx';
import workspaceStyles from '../workspaces.module.css';

export interface SnapshotDialogProps {
  readonly opened: OpenedFolder;
  readonly onClose: () => void;
}

/** Adds what changed in a folder to its image, after it was shown. */
export function SnapshotDialog({ opened, onClose }: SnapshotDialogProps) {
  const { folder } = opened;
  const { plan, problem } = usePlan(folder, (api, signal) => api.workspaceImages.planSnapshot({ folder }, { signal }));
  return plan === undefined ? (
    <PlanningDialog title="Snapshot" label="Comparing the folder" problem={problem} onClose={onClose} />
  ) : (
    <PlannedSnapshot opened={opened} plan={plan} onClose={onClose} />
  );
}

function PlannedSnapshot({ opened, plan, onClose }: SnapshotDialogProps & { readonly plan: SnapshotPlan }) {
  const work = useImageWork();
  const [tag, setTag] = useState('');
  const [secrets, setSecrets] = useState<ReadonlySet<string>>(new Set());
  const { ended, progress } = work;
  const { differences, isCut } = plan;
  const hasNothing = differences.length === 0 && secrets.size === 0 && tag.trim() === '';
  const take = () => {
    const named = tag.trim() === '' ? {} : { tag: tag.trim() };
    const request = { folder: opened.folder, ...named, secrets: [...secrets] };
    work.run((api, signal) => api.workspaceImages.snapshot(request, { signal }));
  };
  return (
    <Dialog
      open
      title="Snapshot"
      size="large"
      description={`What changed becomes a layer of ${opened.image}, on top of the one you opened, and opens by default.`}
      {...(progress === undefined && { onOpenChange: onClose })}
      actions={
        progress === undefined ? (
          <>
            <Button onClick={onClose}>Close</Button>
            {ended === undefined ? (
              <Button variant="primary" disabled={hasNothing} onClick={take}>
                Take snapshot
              </Button>
            ) : undefined}
          </>
        ) : (
          <Button onClick={work.cancel}>Cancel</Button>
        )
      }
    >
      <div className={workspaceStyles.form}>
        <WorkView work={work} label="Taking the snapshot" />
        {ended === undefined ? (
          <>
            <TextField
              label="Tag"
              hint="A name for this state, such as v2; may be empty"
              value={tag}
              onChange={({ target }) => setTag(target.value)}
            />
            {differences.length === 0 ? (
              <p>Nothing has changed since it was opened. With a tag, a layer is added all the same.</p>
            ) : (
              <>
                <p>{differenceCounts(plan)}</p>
                <Differences compared={{ differences, isCut }} />
              </>
            )}
            <SecretTicks secrets={plan.secrets} chosen={secrets} onChoose={setSecrets} />
          </>
        ) : undefined}
      </div>
    </Dialog>
  );
}

function differenceCounts({ differences, isCut }: SnapshotPlan): string {
  const of = (wanted: string) => differences.filter(({ change }) => change === wanted).length;
  const counts = `${of('added')} added, ${of('changed')} changed, ${of('deleted')} deleted`;
  return isCut ? `More than ${plural(differences.length, 'difference')}: ${counts} of the first` : counts;
}
