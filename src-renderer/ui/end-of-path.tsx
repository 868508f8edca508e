import styles from './end-of-path.module.css';
import { VisibleText } from './visible-text.tsx';

/** A path in one line, which loses its beginning where it does not fit: the file's own name says most. */
export function EndOfPath({ path }: { readonly path: string }) {
  return (
    <span className={styles.line}>
      <bdi dir="ltr">
        <VisibleText text={path} />
      </bdi>
    </span>
  );
}
