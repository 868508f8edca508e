import type { AgentDetail } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useDoing } from '../state/use-doing.ts';
import { Banner } from '../ui/banner.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { tokenWords } from './workspace-words.ts';
import styles from './workspaces.module.css';

/** The skills of a workspace, each with what it costs and whether models are told of it. */
export function SkillsTab({ detail: { path, skillList } }: { readonly detail: AgentDetail }) {
  const api = useApi();
  const doing = useDoing();
  if (skillList.length === 0) {
    return (
      <EmptyState
        icon="prompts"
        title="No skills"
        text="Folders of skills with a SKILL.md are listed here. Make one under Files."
      />
    );
  }
  return (
    <div className={styles.pane}>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <ul className={styles.cards} aria-label="Skills">
        {skillList.map(({ name, folder, description, tokens, isOn }) => (
          <li key={folder} className={styles.card}>
            <div className={styles.heading}>
              <h3 className={styles.cardName}>
                <VisibleText text={name} />
              </h3>
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  aria-label={`Tell models of ${name}`}
                  checked={isOn}
                  onChange={({ target }) =>
                    doing.run(() => api.workspaces.setSkill({ path, folder, on: target.checked }))
                  }
                />
                told to models
              </label>
            </div>
            <p>
              <VisibleText text={description} />
            </p>
            <p className={styles.fact}>
              <VisibleText text={`skills/${folder}/SKILL.md`} />: {tokenWords(tokens.prompt)} in the system prompt,{' '}
              {tokenWords(tokens.text)} when it is read
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The tasks of a workspace; nothing runs them yet. */
export function SchedulesTab({ detail: { taskList } }: { readonly detail: AgentDetail }) {
  if (taskList.length === 0) {
    return (
      <EmptyState icon="schedules" title="No schedules" text="Folders of schedules with a TASK.md are listed here." />
    );
  }
  return (
    <div className={styles.pane}>
      <p className={styles.fact}>Tasks are read and shown; they do not run by themselves yet.</p>
      <ul className={styles.cards} aria-label="Schedules">
        {taskList.map(({ name, folder, description, cron, text }) => (
          <li key={folder} className={styles.card}>
            <div className={styles.heading}>
              <h3 className={styles.cardName}>
                <VisibleText text={name} />
              </h3>
              <code>
                <VisibleText text={cron ?? 'no cron'} />
              </code>
            </div>
            <p>
              <VisibleText text={description} />
            </p>
            <ScrollBlock label={`Task ${name}`} className={styles.code}>
              <VisibleText text={text} />
            </ScrollBlock>
          </li>
        ))}
      </ul>
    </div>
  );
}
