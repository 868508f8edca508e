import type { AgentTool, FileProblem } from '#contract';
import type { LoadedFile } from '../hosts/code-host.ts';
import type { CodeFile } from '../layout/layout.ts';
import { textTokens } from '../tokens.ts';

/** Facts about the host that would run a file. */
export interface HostFacts {
  readonly loaded: ReadonlyMap<string, LoadedFile>;
  readonly noPython: string | undefined;
  readonly problem: string | undefined;
}

/** A tool as a page shows it: by its text alone, and what was found wrong in that, until it is loaded. */
export function agentToolView(
  file: CodeFile,
  host: HostFacts | undefined,
  problems: readonly FileProblem[],
): AgentTool {
  const { name, language } = file;
  const about = { name, file: file.file, language, description: file.description };
  const loaded = host?.loaded.get(file.file);
  if (!host || !loaded) return { ...about, ...viewOfUnloaded(file, host, problems) };
  const { declaration, problem, missingModule } = loaded;
  const known = {
    ...about,
    ...(problem && { problem }),
    ...(missingModule !== undefined && { missingModule }),
    ...(declaration && { description: declaration.description, parameters: { ...declaration.parameters } }),
    ...(declaration && { tokens: textTokens(JSON.stringify(declaration)) }),
  };
  return { ...known, state: toolState(loaded) };
}

function toolState({ declaration, problem, missingModule, isOld }: LoadedFile): AgentTool['state'] {
  if (isOld) return 'old';
  if (missingModule !== undefined) return 'needs-module';
  return problem === undefined && declaration ? 'ready' : 'broken';
}

function viewOfUnloaded(
  file: CodeFile,
  host: HostFacts | undefined,
  problems: readonly FileProblem[],
): Pick<AgentTool, 'state' | 'problem'> {
  const problem = problems.find((one) => one.file === file.file);
  if (problem) return { state: 'broken', problem };
  if (host?.noPython !== undefined) return { state: 'needs-python' };
  if (host?.problem === undefined) return { state: 'listed' };
  return { state: 'broken', problem: { file: file.file, message: host.problem } };
}
