import { createHash } from 'node:crypto';
import type { AgentDetail, ScheduledTask, Skill } from '#contract';
import type { SkillFile, TaskFile } from '../layout/layout.ts';
import type { OpenAgentWorkspace } from '../life/open-agent-workspace.ts';
import { agentToolView } from '../life/tool-views.ts';
import { textTokens, tokensOfBytes } from '../tokens.ts';
import type { RememberedWorkspace } from './remembered.ts';

/** Whether what `requirements.txt` names is installed for this workspace. */
export type InstalledCheck = (workspace: OpenAgentWorkspace) => boolean;

/** Collects everything a page shows of an open workspace. */
export function workspaceDetail(
  workspace: OpenAgentWorkspace,
  entry: RememberedWorkspace,
  isInstalled: InstalledCheck,
): AgentDetail {
  const { layout, hosts, isTrusted } = workspace;
  const { python, js } = hosts;
  const { systemFile, agentsFile, requirements } = layout;
  const pids = [python.pid, js.pid].flatMap((pid) => pid ?? []);
  return {
    ...workspace.summary,
    toolList: layout.tools.map((tool) => {
      const host = tool.language === 'python' ? python : js;
      return agentToolView(tool, isTrusted ? host : undefined, layout.problems);
    }),
    skillList: layout.skills.map((skill) => skillView(skill, !entry.skillsOff.includes(skill.folder))),
    taskList: layout.tasks.map(taskView),
    problemList: [...workspace.problems],
    ...(systemFile && { systemFile: systemFile.file }),
    ...(agentsFile && { agentsFile: agentsFile.file }),
    ...(requirements && { requirements: { file: requirements.file, isInstalled: isInstalled(workspace) } }),
    ...(python.python && { python: python.python }),
    ...(python.noPython !== undefined && { noPython: python.noPython }),
    version: workspaceVersion(workspace),
    pids,
    offersOwnTools: entry.offersOwnTools,
    hasRichSchemas: entry.hasRichSchemas,
  };
}

/** A skill as a page shows it. @param isOn whether models are told of it */
export function skillView({ name, folder, description, bytes }: SkillFile, isOn: boolean): Skill {
  const tokens = { prompt: textTokens(`- ${folder}: ${description}\n`), text: tokensOfBytes(bytes) };
  return { name, folder, description, tokens, isOn };
}

export const taskView = ({ name, folder, description, cron, text }: TaskFile): ScheduledTask => ({
  name,
  folder,
  description,
  text,
  ...(cron !== undefined && { cron }),
});

/** Names what the folder says now, and what trust binds where it is trusted. */
function workspaceVersion({ layout, hash }: OpenAgentWorkspace): string {
  const { tools, systemFile, agentsFile, skills, tasks } = layout;
  const code = [...tools, ...(systemFile ? [systemFile] : [])].map((one) => [one.file, one.hash]);
  const told = [skills, tasks, agentsFile?.text];
  return createHash('sha256')
    .update(JSON.stringify([code, told, hash?.hash]))
    .digest('hex')
    .slice(0, 16);
}
