import { Banner } from '../../ui/banner.tsx';
import { IconButton } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { AttachedImages } from '../sending/use-draft-images.ts';
import { ImageThumb, imageName } from './image-thumb.tsx';
import styles from './images.module.css';

export interface AttachedStripProps {
  readonly attached: AttachedImages;
  /** Commands take no images: they wait for the next message. */
  readonly isShell: boolean;
}

/** The images that go with the next message, each with its way out. */
export function AttachedStrip({
  attached: { images, arriving, problem, clearProblem, remove },
  isShell,
}: AttachedStripProps) {
  return (
    <>
      {problem === undefined ? undefined : (
        <Banner level="warning" onDismiss={clearProblem}>
          {problem}
        </Banner>
      )}
      {images.length === 0 && arriving === 0 ? undefined : (
        <section className={styles.strip} aria-label="Attached images">
          <ul className={styles.list}>
            {images.map((image) => (
              <li key={image.hash} className={styles.item}>
                <ImageThumb image={image} />
                <IconButton
                  label={`Remove ${imageName(image)}`}
                  icon="close"
                  size="small"
                  className={styles.remove}
                  onClick={() => remove([image])}
                />
              </li>
            ))}
          </ul>
          {arriving === 0 ? undefined : <Spinner label={`Attaching ${plural(arriving, 'image')}`} />}
          {isShell ? <span className={styles.note}>for the next message, not for commands</span> : undefined}
        </section>
      )}
    </>
  );
}
