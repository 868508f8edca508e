import styles from './end-of-path.module.css';
import { lastName } from './last-name.ts';
import { VisibleText } from './visible-text.tsx';

/** A path in one line, which loses its beginning where it does not fit: the file's own name says most. */
export function EndOfPath({ path }: { readonly path: string }) {
  // Folders and a name in Hebrew or Arabic would be one run from right to left, at whose left end the name is cut.
  const nameAt = path.lastIndexOf(lastName(path));
  return (
    <span className={styles.line}>
      <bdi dir="ltr">
        <VisibleText text={path.slice(0, nameAt)} />
        <bdi dir="ltr">
          <VisibleText text={path.slice(nameAt)} />
        </bdi>
      </bdi>
    </span>
  );
}
