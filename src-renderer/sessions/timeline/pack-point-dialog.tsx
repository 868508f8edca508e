import { useState } from 'react';
import { useImageWork } from '../../state/use-image-work.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { WorkView } from '../../ui/work-view.tsx';

export interface PackPointDialogProps {
  readonly session: string;
  /** The message before which the folder is meant, and its first line. */
  readonly message: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** Packs the folder as it was before a message as an image, and names what is not in it. */
export function PackPointDialog({ session, message, title, onClose }: PackPointDialogProps) {
  const work = useImageWork();
  const [image, setImage] = useState('');
  const isRunning = work.progress !== undefined;
  const path = image.trim();
  const pack = () => work.run((api, signal) => api.rewind.pack({ session, message, image: path }, { signal }));
  return (
    <Dialog
      open
      title="Pack as image"
      description={
        <>
          The folder as it was before “<VisibleText text={title} />” becomes one file. Nothing in the folder changes.
        </>
      }
      {...(isRunning ? {} : { onOpenChange: onClose })}
      actions={
        isRunning ? (
          <Button onClick={work.cancel}>Cancel</Button>
        ) : (
          <>
            <Button onClick={onClose}>Back to the timeline</Button>
            {work.ended === undefined ? (
              <Button variant="primary" disabled={path === ''} onClick={pack}>
                Pack
              </Button>
            ) : undefined}
          </>
        )
      }
    >
      <WorkView work={work} label="Packing" />
      {work.ended === undefined ? (
        <TextField
          label="Image"
          hint="Where the file is written; its whole path. What may hold a secret is left out and named"
          value={image}
          disabled={isRunning}
          onChange={({ target }) => setImage(target.value)}
        />
      ) : undefined}
    </Dialog>
  );
}
