import type { ReactNode } from 'react';
import { useLayout } from '../../state/layout.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from '../workspaces.module.css';

export interface NewPartProps {
  /** Absolute path of the workspace, for which what is typed is kept. */
  readonly workspace: string;
  /** The accessible name of the field for its name. */
  readonly label: string;
  /** Buttons that make one, each by what is on it. */
  readonly ways: Readonly<Record<string, (name: string) => Promise<{ readonly file: string }>>>;
  readonly onMade: (file: string) => void;
  readonly children?: ReactNode;
}

/** A name, and buttons that make a part of a workspace with it. */
export function NewPart({ workspace, label, ways, onMade, children }: NewPartProps) {
  const doing = useAsyncAction();
  const [name = '', setName, nameNow] = useLayout<string | undefined>(
    `workspaces.new.${label}.${workspace}`,
    undefined,
  );
  const make = (way: (name: string) => Promise<{ readonly file: string }>) =>
    doing.run(async () => {
      const { file } = await way(name.trim());
      // Text typed meanwhile is the next one's name.
      if (nameNow() === name) setName(undefined);
      onMade(file);
    });
  return (
    <>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <div className={styles.buttons}>
        <TextField
          aria-label={label}
          placeholder={label}
          value={name}
          onChange={(event) => setName(event.target.value || undefined)}
        />
        {Object.entries(ways).map(([title, way]) => (
          <Button key={title} size="small" disabled={doing.isBusy || name.trim() === ''} onClick={() => make(way)}>
            {title}
          </Button>
        ))}
        {children}
      </div>
    </>
  );
}
