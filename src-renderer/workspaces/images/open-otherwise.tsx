import { useState } from 'react';
import type { ImageLayer, ImageSummary } from '#contract';
import { useImageWork } from '../../state/use-image-work.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { WorkView } from '../../ui/work-view.tsx';
import workspaceStyles from '../workspaces.module.css';
import styles from './images.module.css';

const WAYS = [
  { value: 'best', label: 'Mounted, the best way that asks for no password' },
  { value: 'fuse', label: 'Mounted with FUSE' },
  { value: 'kernel', label: 'Mounted by the kernel: asks for your password unless you are root' },
  { value: 'copy', label: 'A copy that Unmount deletes' },
  { value: 'unpack', label: 'Unpacked as a folder, not opened' },
  { value: 'raw', label: 'All layers beside each other, not opened' },
] as const;

type OpenWay = (typeof WAYS)[number]['value'];

export interface OpenOtherwiseProps {
  readonly image: ImageSummary;
  readonly layer: ImageLayer;
  readonly folder: string;
  readonly onOpened: (path: string) => void;
}

/** Further ways to open a layer: mounted, or as a folder that is no workspace. */
export function OpenOtherwise({ image: { path }, layer: { uuid }, folder, onOpened }: OpenOtherwiseProps) {
  const work = useImageWork();
  const [way, setWay] = useState<OpenWay>('best');
  const [mayInstallHelper, setMayInstallHelper] = useState(false);
  const open = () => {
    if (way === 'unpack' || way === 'raw') {
      const request = { path, folder, ...(way === 'unpack' && { layer: uuid }) };
      work.run((api, signal) => api.workspaceImages.unpack(request, { signal }));
      return;
    }
    const request = { path, layer: uuid, folder, mayInstallHelper, ...(way !== 'best' && { by: way }) };
    work.run(
      (api, signal) => api.workspaceImages.mount(request, { signal }),
      (ended) => onOpened(ended.path),
    );
  };
  const isUnpacking = way === 'unpack' || way === 'raw';
  return (
    <details className={styles.otherwise}>
      <summary>Open it in another way</summary>
      <div className={workspaceStyles.form}>
        <SelectField
          label="How"
          choices={WAYS}
          value={way}
          onChange={(next) => setWay(WAYS.find(({ value }) => value === next)?.value ?? 'best')}
        />
        {way === 'kernel' ? (
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={mayInstallHelper}
              onChange={({ target }) => setMayInstallHelper(target.checked)}
            />
            Copy the helper to /usr/libexec/sigma-shell if it is not there: a small program that mounts images you own
            as root, and takes no other orders
          </label>
        ) : undefined}
        <WorkView work={work} label={isUnpacking ? 'Unpacking' : 'Opening'} />
        <div className={styles.actions}>
          {work.progress === undefined ? (
            <Button size="small" disabled={folder === ''} onClick={open}>
              {isUnpacking ? 'Unpack' : 'Mount'}
            </Button>
          ) : (
            <Button size="small" onClick={work.cancel}>
              Cancel
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}
