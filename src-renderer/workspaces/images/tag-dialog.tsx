import { type FormEvent, useId, useState } from 'react';
import type { ImageLayer, ImageSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import workspaceStyles from '../workspaces.module.css';

export interface LayerDialogProps {
  readonly image: ImageSummary;
  readonly layer: ImageLayer;
  readonly onClose: () => void;
}

/** Gives a layer another tag, or none. */
export function TagDialog({
  image,
  layer,
  onClose,
  onChanged,
}: LayerDialogProps & { readonly onChanged: (image: ImageSummary) => void }) {
  const api = useApi();
  const form = useId();
  const doing = useAsyncAction();
  const [tag, setTag] = useState(layer.tag ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = tag.trim() === '' ? {} : { tag: tag.trim() };
    doing.run(async () => onChanged(await api.workspaceImages.tag({ path: image.path, layer: layer.uuid, ...named })));
  };
  return (
    <Dialog
      open
      title="Tag"
      size="small"
      description="A name by which the layer is opened and shown. The image is written anew."
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={doing.isBusy || tag.trim() === (layer.tag ?? '')}
          >
            {doing.isBusy ? 'Writing…' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} className={workspaceStyles.form} onSubmit={submit} noValidate>
        {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
        <TextField
          label="Tag"
          hint="Empty takes the tag away"
          value={tag}
          onChange={({ target }) => setTag(target.value)}
        />
      </form>
    </Dialog>
  );
}
