import { os } from '#core/servers/procedures';
import { readWorkspaceText, removeFile, writeText } from './files/edit-files.ts';
import type { AgentWorkspaces } from './list/agent-workspaces.ts';
import type { WorkspacesOptions, WrittenFile } from './options.ts';

const of = os.workspaces;

/** Most files that the list of a workspace has. */
const MAX_FILES = 5000;

/** Procedures to read and edit files in a workspace; what a person writes in the app stays trusted. */
export function fileProcedures(all: AgentWorkspaces, options: WorkspacesOptions) {
  const { trust } = options.parts;
  const noteEdit = async (path: string, file: string, hash: string | undefined) => {
    await trust.noteOwnEdit(path, file, hash);
    await all.find(path)?.refresh();
  };
  const noteNew = async (path: string, { file, hash }: WrittenFile) => {
    await noteEdit(path, file, hash);
    return { file };
  };
  return {
    files: of.files.handler(async ({ input: { path } }) => {
      const { files, isCut } = await options.listFiles(all.get(path).path, MAX_FILES);
      return { files: [...files], isCut };
    }),
    readFile: of.readFile.handler(({ input: { path, file } }) => readWorkspaceText(all.get(path).path, file)),
    writeFile: of.writeFile.handler(async ({ input: { path, file, text, hash: before } }) => {
      const edited = { text, ...(before !== undefined && { hash: before }) };
      const written = await writeText(all.get(path).path, file, edited);
      await noteEdit(path, file, written.hash);
      return written;
    }),
    removeFile: of.removeFile.handler(async ({ input: { path, file } }) => {
      await removeFile(all.get(path).path, file);
      await noteEdit(path, file, undefined);
    }),
    newTool: of.newTool.handler(async ({ input: { path, name, language } }) =>
      noteNew(path, await options.newTool(all.get(path).path, name, language)),
    ),
    newSystemFile: of.newSystemFile.handler(async ({ input: { path, language } }) =>
      noteNew(path, await options.newSystemFile(all.get(path).path, language)),
    ),
    newSkill: of.newSkill.handler(async ({ input: { path, name } }) =>
      noteNew(path, await options.newSkill(all.get(path).path, name)),
    ),
    newTask: of.newTask.handler(async ({ input: { path, name } }) =>
      noteNew(path, await options.newTask(all.get(path).path, name)),
    ),
  };
}
