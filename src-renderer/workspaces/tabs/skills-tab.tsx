import { useState } from 'react';
import type { AgentDetail, Skill } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { EditPart, useEditing } from '../files/edit-part.tsx';
import { FileEditor } from '../files/file-editor.tsx';
import { tokenWords } from '../workspace-words.ts';
import styles from '../workspaces.module.css';
import { NewPart } from './new-part.tsx';

/** The skills of a workspace, each with what it costs and whether models are told of it. */
export function SkillsTab({ detail }: { readonly detail: AgentDetail }) {
  const api = useApi();
  const [made, setMade] = useState<string | undefined>(undefined);
  const { path, skillList } = detail;
  return (
    <div className={styles.pane}>
      <NewPart
        workspace={path}
        label="Name of a new skill"
        ways={{ 'New skill': (name) => api.workspaces.newSkill({ path, name }) }}
        onMade={setMade}
      />
      {skillList.length === 0 ? (
        <EmptyState icon="prompts" title="No skills" text="Folders of skills with a SKILL.md are listed here." />
      ) : (
        <ul className={styles.cards} aria-label="Skills">
          {skillList.map((skill) => (
            <li key={skill.folder} className={styles.card}>
              <SkillCard detail={detail} skill={skill} isNew={skillFile(skill) === made} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const skillFile = ({ folder }: Skill) => `skills/${folder}/SKILL.md`;

interface SkillCardProps {
  readonly detail: AgentDetail;
  readonly skill: Skill;
  readonly isNew: boolean;
}

function SkillCard({ detail: { path, version, problemList: problems }, skill, isNew }: SkillCardProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const { name, folder, description, tokens, isOn } = skill;
  const file = skillFile(skill);
  const editing = useEditing(path, file, isNew);
  return (
    <>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <div className={styles.heading}>
        <h3 className={styles.cardName}>
          <VisibleText text={name} />
        </h3>
        <label className={styles.tick}>
          <input
            type="checkbox"
            aria-label={`Tell models of ${name}`}
            checked={isOn}
            onChange={({ target }) => doing.run(() => api.workspaces.setSkill({ path, folder, on: target.checked }))}
          />
          told to models
        </label>
        <EditPart name={name} editing={editing} />
      </div>
      <p>
        <VisibleText text={description} />
      </p>
      <p className={styles.fact}>
        <VisibleText text={file} />: {tokenWords(tokens.prompt)} in the system prompt, {tokenWords(tokens.text)} when it
        is read
      </p>
      {editing.isOpen ? (
        <FileEditor path={path} file={file} version={version} problems={problems} visit={editing.visit} />
      ) : undefined}
    </>
  );
}
