import type { ImageLayer, ImageSummary, LayerReading } from '#contract';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatFullTime } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { tokenWords } from '../workspace-words.ts';
import styles from '../workspaces.module.css';
import { FileText } from './file-text.tsx';

export interface PartsReadProps {
  readonly image: ImageSummary;
  readonly layer: ImageLayer;
  readonly reading: LayerReading;
}

/** Tools of a layer, each with its source. */
export function ToolsRead({ image, layer, reading: { toolList } }: PartsReadProps) {
  if (toolList.length === 0)
    return <EmptyState icon="tool" title="No tools" text="Files of the folder tools are listed here." />;
  return (
    <div className={styles.pane}>
      <ul className={styles.cards} aria-label="Tools">
        {toolList.map(({ name, file, description, problem }) => (
          <li key={file} className={styles.card}>
            <h3 className={styles.cardName}>
              <VisibleText text={name} />
            </h3>
            <p>
              <VisibleText text={description === '' ? 'It has no description.' : description} />
            </p>
            {problem === undefined ? undefined : (
              <p className={styles.problem}>
                <VisibleText text={problem.message} />
              </p>
            )}
            <FileText image={image} layer={layer} file={file} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Skills of a layer, each with its text. */
export function SkillsRead({ image, layer, reading: { skillList } }: PartsReadProps) {
  if (skillList.length === 0)
    return <EmptyState icon="prompts" title="No skills" text="Folders of skills with a SKILL.md are listed here." />;
  return (
    <div className={styles.pane}>
      <ul className={styles.cards} aria-label="Skills">
        {skillList.map(({ name, folder, description, tokens }) => (
          <li key={folder} className={styles.card}>
            <h3 className={styles.cardName}>
              <VisibleText text={name} />
            </h3>
            <p>
              <VisibleText text={description} />
            </p>
            <p className={styles.fact}>
              {tokenWords(tokens.prompt)} in the system prompt, {tokenWords(tokens.text)} when it is read
            </p>
            <FileText image={image} layer={layer} file={`skills/${folder}/SKILL.md`} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Tasks of a layer, each with the times at which it would run. */
export function TasksRead({ image, layer, reading: { taskList } }: PartsReadProps) {
  if (taskList.length === 0)
    return <EmptyState icon="clock" title="No schedules" text="Folders of schedules with a TASK.md are listed here." />;
  return (
    <div className={styles.pane}>
      <ul className={styles.cards} aria-label="Schedules">
        {taskList.map(({ name, folder, description, cron, cronWords, nextRuns, problem }) => (
          <li key={folder} className={styles.card}>
            <h3 className={styles.cardName}>
              <VisibleText text={name} />
            </h3>
            {description === '' ? undefined : (
              <p>
                <VisibleText text={description} />
              </p>
            )}
            {problem === undefined ? (
              <p title={cron}>
                <VisibleText text={cronWords ?? cron ?? ''} />, once you switch it on in Schedules
              </p>
            ) : (
              <p className={styles.problem}>
                <VisibleText text={problem} />
              </p>
            )}
            {nextRuns.length === 0 ? undefined : (
              <ol className={styles.fact} aria-label={`Next runs of ${name}`}>
                {nextRuns.map((at) => (
                  <li key={at}>{formatFullTime(at)}</li>
                ))}
              </ol>
            )}
            <FileText image={image} layer={layer} file={`schedules/${folder}/TASK.md`} />
          </li>
        ))}
      </ul>
    </div>
  );
}
