import { isAbsolute } from 'node:path';
import { AppError } from '#core/app-error';
import { os } from '#core/servers/procedures';
import { fileProcedures } from './file-procedures.ts';
import { agentPrompt } from './life/agent-prompt.ts';
import type { AgentWorkspaces } from './list/agent-workspaces.ts';
import { watchedDetail } from './list/watched-detail.ts';
import type { WorkspacesOptions } from './options.ts';
import { toolProcedures } from './tool-procedures.ts';
import { trustProcedures } from './trust-procedures.ts';

const of = os.workspaces;

/** The view Workspaces, and `sigma workspace`. */
export function workspacesRouter(all: AgentWorkspaces, options: WorkspacesOptions) {
  return of.router({
    ...listProcedures(all, options),
    ...trustProcedures(all, options.parts),
    ...fileProcedures(all, options),
    ...toolProcedures(all, options),
  });
}

function listProcedures(all: AgentWorkspaces, options: WorkspacesOptions) {
  return {
    changed: of.changed.handler(({ signal }) => all.list.stream(signal)),
    detail: of.detail.handler(({ input, signal }) => watchedDetail(all, input.path, options.isInstalled, signal)),
    open: of.open.handler(async ({ input }) => (await all.open(input.path)).summary),
    create: of.create.handler(async ({ input: { path, template } }) => {
      if (!isAbsolute(path)) throw new AppError('INVALID_INPUT', `${path} is not an absolute path`, { where: path });
      await options.createFolder(path, template);
      return (await all.open(path)).summary;
    }),
    close: of.close.handler(({ input }) => all.close(input.path)),
    forget: of.forget.handler(({ input }) => all.forget(input.path)),
    restart: of.restart.handler(({ input }) => all.trusted(input.path).restart()),
    looksLikeOne: of.looksLikeOne.handler(async ({ input }) => {
      return all.find(input.path) === undefined && (await options.looksLikeOne(input.path));
    }),
    systemPrompt: of.systemPrompt.handler(async ({ input: { path }, signal }) => {
      const workspace = all.get(path);
      const skillsOff = all.entry(path)?.skillsOff ?? [];
      const byDefault = () => options.defaultPrompt(path, workspace.layout, skillsOff);
      const { pieces, problem } = await agentPrompt(workspace, byDefault, signal ?? new AbortController().signal);
      return { pieces: [...pieces], ...(problem && { problem }) };
    }),
    setSkill: of.setSkill.handler(({ input: { path, folder, on } }) =>
      all.change(path, (entry) => {
        const others = entry.skillsOff.filter((one) => one !== folder);
        return { ...entry, skillsOff: on ? others : [...others, folder] };
      }),
    ),
    setOptions: of.setOptions.handler(({ input: { path, offersOwnTools, hasRichSchemas } }) =>
      all.change(path, (entry) => ({
        ...entry,
        offersOwnTools: offersOwnTools ?? entry.offersOwnTools,
        hasRichSchemas: hasRichSchemas ?? entry.hasRichSchemas,
      })),
    ),
  };
}
