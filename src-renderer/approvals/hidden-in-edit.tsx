import { useMemo } from 'react';
import { hiddenCharactersIn } from '#contract/hidden-characters';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './hidden-in-edit.module.css';

/** Note below a field about what is hidden in its text, which the field cannot draw; it changes as one types. */
export function HiddenInEdit({ command }: { readonly command: string }) {
  const hidden = useMemo(() => countHidden(command), [command]);
  return (
    <div role="status" aria-live="polite">
      {hidden === 0 ? undefined : (
        <div className={styles.hidden}>
          <p className={styles.count}>
            <Icon name="warning" /> {plural(hidden, 'hidden character')} in this command. As it would run:
          </p>
          <ScrollBlock className={styles.text} label="Edited command with its hidden characters">
            <code>
              <VisibleText text={command} />
            </code>
          </ScrollBlock>
        </div>
      )}
    </div>
  );
}

function countHidden(command: string): number {
  let count = 0;
  for (const _ of hiddenCharactersIn(command)) count += 1;
  return count;
}
