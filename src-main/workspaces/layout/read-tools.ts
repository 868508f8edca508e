import type { FileProblem, ToolLanguage } from '#contract';
import { mapBounded } from '#core/async/map-bounded';
import { sha256 } from '#core/text/sha256';
import { TOOL_NAME } from '#core/text/tool-name';
import type { CodeFile, LayoutPart } from './layout.ts';
import { AT_ONCE, MAX_TOOLS } from './limits.ts';
import { listFolder } from './list-folder.ts';
import { missingTool } from './missing-tool.ts';
import { readFileText } from './read-file.ts';
import { PYTHON_TOOL, scanCode } from './scan-code.ts';

const LANGUAGES: Readonly<Record<string, ToolLanguage>> = {
  py: 'python',
  mjs: 'javascript',
  js: 'javascript',
  ts: 'typescript',
};
/** A name and what it ends in; declarations of types are no code. */
const CODE = /^(?!.*\.d\.ts$)(.+)\.(py|mjs|js|ts)$/;

/**
 * The tools of a workspace: files of `tools`, not of its folders; what begins with a dot is none, and what begins with an
 * underscore is a helper of theirs, unless it is Python that plainly has a tool.
 */
export async function readTools(folder: string, reserved: readonly string[]): Promise<LayoutPart<readonly CodeFile[]>> {
  const isWanted = ({ name }: { name: string }) => CODE.test(name) && !/^(?:\.|_.*\.(?:mjs|js|ts)$)/.test(name);
  const { found: names, problems } = await listFolder(folder, 'tools', { most: MAX_TOOLS, isWanted });
  const read = await mapBounded(names, AT_ONCE, (name) => readCode(folder, `tools/${name}`));
  const tools = read.flatMap(({ found }) => (found && !isHelper(found) ? found : []));
  const said = [...problems, ...read.flatMap((one) => one.problems)];
  const { found, problems: all } = keepingNames(tools, reserved, said);
  const missing = found.flatMap(({ file, text, language }) => missingTool(file, text, language) ?? []);
  return { found, problems: [...all, ...missing] };
}

function isHelper({ name, text }: CodeFile): boolean {
  return name.startsWith('_') && !PYTHON_TOOL.test(text);
}

/** The file of a workspace's system prompt and compaction; of several, none is used. */
export async function readSystemFile(folder: string): Promise<LayoutPart<CodeFile | undefined>> {
  const read = await Promise.all(['py', 'mjs', 'ts'].map((end) => readCode(folder, `systems/system.${end}`)));
  const files = read.flatMap(({ found }) => found ?? []);
  const problems = read.flatMap((one) => one.problems);
  const [first, second] = files;
  if (!first || !second) return { found: first && { ...first, name: 'system' }, problems };
  const message = `There are ${first.file} and ${second.file}; keep one of them. None is used until then`;
  return { found: undefined, problems: [...problems, { file: first.file, message }] };
}

/** Names that models can call, each once. */
function keepingNames(
  tools: readonly CodeFile[],
  reserved: readonly string[],
  problems: readonly FileProblem[],
): LayoutPart<readonly CodeFile[]> {
  const said = [...problems];
  const byName = new Map<string, CodeFile[]>();
  for (const tool of tools) byName.set(tool.name, [...(byName.get(tool.name) ?? []), tool]);
  const found = tools.filter(({ name, file }) => {
    const others = byName.get(name)?.filter((one) => one.file !== file) ?? [];
    const message = toolNameProblem(name, reserved, others[0]?.file);
    if (message !== undefined) said.push({ file, message });
    return message === undefined;
  });
  return { found, problems: said };
}

function toolNameProblem(name: string, reserved: readonly string[], other: string | undefined): string | undefined {
  if (!TOOL_NAME.test(name)) {
    return `Models cannot call "${name}": a tool's name is 1 to 64 letters, digits, underscores and dashes. Rename the file`;
  }
  if (reserved.includes(name)) return `${name} is the name of a tool of Sigma Shell; rename the file`;
  if (other !== undefined) return `${other} has the same name; rename one of them. Neither is used until then`;
  return undefined;
}

async function readCode(folder: string, file: string): Promise<LayoutPart<CodeFile | undefined>> {
  const [, name = '', end = ''] = CODE.exec(file.slice(file.lastIndexOf('/') + 1)) ?? [];
  const language = LANGUAGES[end] ?? 'python';
  const read = await readFileText(folder, file);
  if (!read) return { found: undefined, problems: [] };
  if ('problem' in read) return { found: undefined, problems: [{ file, message: read.problem }] };
  const { text, bytes } = read;
  const { description } = scanCode(text, language);
  const hash = sha256(bytes);
  return { found: { name, file, language, text, hash, description }, problems: [] };
}
