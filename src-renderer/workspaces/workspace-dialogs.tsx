import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { WorkspaceTemplate } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useAsyncAction } from '../state/use-async-action.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './workspaces.module.css';

interface DialogProps {
  /** Folder that is suggested. */
  readonly folder: string;
  readonly onMade: (path: string) => void;
  readonly onClose: () => void;
}

interface TemplateChoice {
  readonly value: WorkspaceTemplate;
  readonly label: string;
  /** Contents of the template, as a sentence. */
  readonly hint: string;
}

const TEMPLATES: readonly TemplateChoice[] = [
  {
    value: 'assistant',
    label: 'Assistant',
    hint: 'Reads, writes and runs commands; with two skills, a schedule and a prompt of its own',
  },
  { value: 'coder', label: 'Coder', hint: 'The tools of the assistant, and a skill for reviews' },
  { value: 'bash-only', label: 'Bash only', hint: 'One tool that runs commands' },
  { value: 'empty', label: 'Empty', hint: 'An AGENTS.md, and nothing else' },
];

/** Makes a folder from a template and opens it. */
export function NewWorkspaceDialog({ folder: suggested, onMade, onClose }: DialogProps) {
  const api = useApi();
  const [folder, setFolder] = useState(suggested);
  const [template, setTemplate] = useState<string>('assistant');
  const chosen = TEMPLATES.find(({ value }) => value === template);
  const make = async () =>
    onMade((await api.workspaces.create({ path: folder.trim(), template: chosen?.value ?? 'assistant' })).path);
  return (
    <FolderDialog
      title="New workspace"
      description="An agent is a folder: tools, skills, schedules and a system prompt. Nothing of it runs until you have read it and trust it."
      button="Create"
      folder={folder}
      setFolder={setFolder}
      make={make}
      onClose={onClose}
    >
      <SelectField label="Begin with" choices={TEMPLATES} hint={chosen?.hint} value={template} onChange={setTemplate} />
    </FolderDialog>
  );
}

/** Opens a folder that is there as an agent workspace. */
export function OpenWorkspaceDialog({ folder: suggested, onMade, onClose }: DialogProps) {
  const api = useApi();
  const [folder, setFolder] = useState(suggested);
  const make = async () => onMade((await api.workspaces.open({ path: folder.trim() })).path);
  return (
    <FolderDialog
      title="Open folder"
      description="It is read, and nothing of it runs until you trust it."
      button="Open"
      folder={folder}
      setFolder={setFolder}
      make={make}
      onClose={onClose}
    />
  );
}

interface FolderDialogProps {
  readonly title: string;
  readonly description: string;
  readonly button: string;
  readonly folder: string;
  readonly setFolder: (folder: string) => void;
  readonly make: () => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

function FolderDialog({ title, description, button, folder, setFolder, make, onClose, children }: FolderDialogProps) {
  const form = useId();
  const doing = useAsyncAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    doing.run(make);
  };
  return (
    <Dialog
      open
      title={title}
      description={description}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={doing.isBusy || folder.trim() === ''}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
        <TextField
          label="Folder"
          hint="Its whole path"
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
        />
        {children}
      </form>
    </Dialog>
  );
}
