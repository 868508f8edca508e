import { useState } from 'react';
import type { MessageImage } from '#contract';
import { Dialog } from '../../ui/dialog.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './images.module.css';
import { useImageUrl } from './use-image-url.ts';

/** An image of a message, shown small; opened, as large as there is room. */
export function ImageThumb({ image }: { readonly image: MessageImage }) {
  const [isOpen, setOpen] = useState(false);
  const url = useImageUrl(image.hash);
  const name = imageName(image);
  const facts = `${name} (${TYPES[image.type]}, ${formatBytes(image.bytes)})`;
  if (url === 'gone') {
    return (
      <span className={styles.gone} title={facts}>
        <Icon name="image" /> <VisibleText text={name} /> is not kept any more
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className={styles.thumb}
        aria-label={`Open image ${name}`}
        title={facts}
        onClick={() => setOpen(true)}
      >
        {url === undefined ? <Icon name="image" /> : <Picture url={url} name={name} />}
      </button>
      {isOpen && url !== undefined ? (
        <Dialog title={name} open onOpenChange={setOpen} size="large" description={facts}>
          <div className={styles.whole}>
            <Picture url={url} name={name} />
          </div>
          <a className={styles.save} href={url} download={name}>
            Save a copy
          </a>
        </Dialog>
      ) : undefined}
    </>
  );
}

function Picture({ url, name }: { readonly url: string; readonly name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <span className={styles.broken}>
        <Icon name="image" /> cannot be shown
      </span>
    );
  }
  return <img src={url} alt={name} draggable={false} onError={() => setBroken(true)} />;
}

const TYPES = { 'image/png': 'PNG', 'image/jpeg': 'JPEG', 'image/gif': 'GIF', 'image/webp': 'WebP' } as const;

export function imageName({ name, type }: MessageImage): string {
  return name ?? `${TYPES[type]} image`;
}
