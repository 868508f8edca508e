import { useState } from 'react';
import type { PackPlan } from '#contract';
import { useImageWork } from '../state/use-image-work.ts';
import { usePlan } from '../state/use-plan.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatBytes, plural } from '../ui/format.ts';
import { PlanningDialog } from '../ui/planning-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { WorkView } from '../ui/work-view.tsx';
import styles from './packing.module.css';
import { SecretTicks } from './secret-ticks.tsx';

export interface PackDialogProps {
  readonly folder: string;
  /** Suggested path of the image; beside the folder if absent. */
  readonly image?: string;
  /** Reads the image that was made. */
  readonly onRead: (image: string) => void;
  readonly onClose: () => void;
}

/** Packs a folder as an image, after it was said what is left out. */
export function PackDialog({ folder, onClose, ...more }: PackDialogProps) {
  const { plan, problem } = usePlan(folder, (api, signal) => api.workspaceImages.planPack({ folder }, { signal }));
  return plan === undefined ? (
    <PlanningDialog title="Pack" label="Looking at the folder" problem={problem} onClose={onClose} />
  ) : (
    <PlannedPack folder={folder} plan={plan} onClose={onClose} {...more} />
  );
}

type PackCodec = 'zstd' | 'gzip' | 'xz';

const CODECS: readonly { readonly value: PackCodec; readonly label: string }[] = [
  { value: 'zstd', label: 'zstd: quick and small' },
  { value: 'gzip', label: 'gzip: for programs that know no zstd' },
  { value: 'xz', label: 'xz: smallest, and slow; by mksquashfs' },
];

function PlannedPack({ folder, image, plan, onRead, onClose }: PackDialogProps & { readonly plan: PackPlan }) {
  const work = useImageWork();
  const [output, setOutput] = useState(image ?? plan.output);
  const [tag, setTag] = useState('');
  const [codec, setCodec] = useState<PackCodec>('zstd');
  const [replaces, setReplaces] = useState(false);
  const [secrets, setSecrets] = useState<ReadonlySet<string>>(new Set());
  const { ended, progress } = work;
  const codecs = CODECS.filter(({ value }) => value !== 'xz' || plan.hasXz);
  const pack = () => {
    const request = { folder, output: output.trim(), replaces, codec };
    const named = tag.trim() === '' ? {} : { tag: tag.trim() };
    work.run((api, signal) => api.workspaceImages.pack({ ...request, ...named, secrets: [...secrets] }, { signal }));
  };
  const actions =
    ended !== undefined ? (
      <>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" onClick={() => onRead(ended.path)}>
          Read the image
        </Button>
      </>
    ) : progress === undefined ? (
      <>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" disabled={output.trim() === ''} onClick={pack}>
          Pack
        </Button>
      </>
    ) : (
      <Button onClick={work.cancel}>Cancel</Button>
    );
  return (
    <Dialog
      open
      title="Pack"
      size="large"
      description={`${plural(plan.entries, 'entry', 'entries')}, ${formatBytes(plan.bytes)}, become one file. The folder stays as it is.`}
      {...(progress === undefined && { onOpenChange: onClose })}
      actions={actions}
    >
      <div className={styles.form}>
        <WorkView work={work} label="Packing" />
        {ended === undefined ? (
          <>
            <TextField
              label="Image"
              hint="Where the file is written; its whole path"
              value={output}
              onChange={({ target }) => setOutput(target.value)}
            />
            <TextField
              label="Tag"
              hint="A name for this state, such as v1; may be empty"
              value={tag}
              onChange={({ target }) => setTag(target.value)}
            />
            <SelectField
              label="Compression"
              choices={codecs}
              value={codec}
              onChange={(value) => setCodec(codecs.find((one) => one.value === value)?.value ?? 'zstd')}
            />
            <ReplaceTick isOn={replaces} onToggle={setReplaces} />
            <SecretTicks secrets={plan.secrets} chosen={secrets} onChoose={setSecrets} />
            <LeftOut plan={plan} />
          </>
        ) : undefined}
      </div>
    </Dialog>
  );
}

function ReplaceTick({ isOn, onToggle }: { readonly isOn: boolean; readonly onToggle: (isOn: boolean) => void }) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onToggle(target.checked)} />
      Replace a file that is there
    </label>
  );
}

/** List of what is left out without a question. */
function LeftOut({ plan: { ignored, ignoredCount, special } }: { readonly plan: PackPlan }) {
  return (
    <>
      {ignoredCount === 0 ? undefined : (
        <Names what={`${plural(ignoredCount, 'path')} left out by .sigmaignore`} paths={ignored} />
      )}
      {special.length === 0 ? undefined : (
        <Names
          what={`${plural(special.length, 'device, pipe or socket', 'devices, pipes and sockets')} left out`}
          paths={special}
        />
      )}
    </>
  );
}

function Names({ what, paths }: { readonly what: string; readonly paths: readonly string[] }) {
  return (
    <details>
      <summary>{what}</summary>
      <ul className={styles.names}>
        {paths.map((path) => (
          <li key={path}>
            <VisibleText text={path} />
          </li>
        ))}
      </ul>
    </details>
  );
}
