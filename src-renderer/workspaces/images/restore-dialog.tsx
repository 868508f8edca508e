import { type FormEvent, useId, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { errorCode } from '../../state/error-text.ts';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { TextField } from '../../ui/text-field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { layerName } from '../reading-room/layer-order.ts';
import workspaceStyles from '../workspaces.module.css';
import styles from './images.module.css';
import type { LayerDialogProps } from './tag-dialog.tsx';

interface RestoreResult {
  readonly entries: number;
  readonly bytes: number;
  readonly output: string;
  readonly remarks: readonly string[];
}

/** Writes one file or folder of a layer to a place. */
export function RestoreDialog({
  image,
  layer,
  files,
  onClose,
}: LayerDialogProps & { readonly files: readonly string[] }) {
  const api = useApi();
  const form = useId();
  const list = useId();
  const doing = useAsyncAction();
  const [file, setFile] = useState('');
  const { output, write, suggest } = useOutput(image.path.slice(0, image.path.lastIndexOf('/') + 1));
  /** Place that was said to be taken: no other one is replaced. */
  const [taken, setTaken] = useState<string | undefined>(undefined);
  const isTaken = taken !== undefined && taken === output.trim();
  const [restored, setRestored] = useState<RestoreResult | undefined>(undefined);
  const restore = (replaces: boolean) =>
    doing.run(async () => {
      setRestored(undefined);
      const request = { path: image.path, layer: layer.uuid, file: file.trim(), output: output.trim(), replaces };
      try {
        setRestored({ ...(await api.workspaceImages.restore(request)), output: request.output });
        setTaken(undefined);
      } catch (error) {
        setTaken(errorCode(error) === 'CONFLICT' ? request.output : undefined);
        throw error;
      }
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    restore(false);
  };
  const choose = (next: string) => {
    setFile(next);
    setTaken(undefined);
    suggest(next.slice(next.lastIndexOf('/') + 1));
  };
  const isReady = !doing.isBusy && file.trim() !== '' && output.trim() !== '';
  return (
    <Dialog
      open
      title="Restore file"
      description={`As the layer ${layerName(layer)} shows it. The image stays as it is.`}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {isTaken ? (
            <Button variant="danger" disabled={!isReady} onClick={() => restore(true)}>
              Replace it
            </Button>
          ) : undefined}
          <Button type="submit" form={form} variant="primary" disabled={!isReady}>
            Restore
          </Button>
        </>
      }
    >
      <form id={form} className={workspaceStyles.form} onSubmit={submit} noValidate>
        {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
        {restored === undefined ? undefined : (
          <Banner
            level="success"
            title={`${plural(restored.entries, 'entry', 'entries')}, ${formatBytes(restored.bytes)}.`}
          >
            <VisibleText text={restored.output} />
            {restored.remarks.map((remark) => (
              <p key={remark} className={styles.fact}>
                <VisibleText text={remark} />
              </p>
            ))}
          </Banner>
        )}
        <TextField
          label="File or folder of the layer"
          hint="Its path in the workspace"
          list={list}
          value={file}
          onChange={({ target }) => choose(target.value)}
        />
        <datalist id={list}>
          {files.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <TextField
          label="Write it to"
          hint="Its whole path"
          value={output}
          onChange={({ target }) => write(target.value)}
        />
      </form>
    </Dialog>
  );
}

/** The place to write to: called like the file, unless another name was typed, which stays. */
function useOutput(folder: string) {
  const [output, setOutput] = useState(folder);
  /** Name of the file that was put there last. */
  const [suggested, setSuggested] = useState('');
  return {
    output,
    write: setOutput,
    suggest: (name: string) => {
      const start = output.lastIndexOf('/') + 1;
      const written = output.slice(start);
      if (written !== '' && written !== suggested) return;
      setOutput(`${output.slice(0, start)}${name}`);
      setSuggested(name);
    },
  };
}
