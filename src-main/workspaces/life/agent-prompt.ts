import type { FileProblem, PromptPiece } from '#contract';
import { messageOf } from '#core/app-error';
import { textTokens } from '../tokens.ts';
import type { OpenAgentWorkspace } from './open-agent-workspace.ts';

/** Additions of a workspace to the system prompt, in order. */
export interface AgentPrompt {
  readonly pieces: readonly PromptPiece[];
  /** Reason why the text of its own function is not among them. */
  readonly problem?: FileProblem | undefined;
}

const RESTRICTED =
  'This workspace is restricted: the person has not trusted what is in it now, so its tools, skills and instructions are not used.';

/** Says what a workspace without a system file tells its models: its skills, and where to read them. */
export type DefaultPrompt = (workspace: OpenAgentWorkspace) => string;

/**
 * The workspace's own words, by its system file or by default, then its AGENTS.md; of a restricted one nothing of its folder.
 * Never throws: where its function fails the default takes its place, and `problem` says why.
 */
export async function agentPrompt(
  workspace: OpenAgentWorkspace,
  defaultPrompt: DefaultPrompt,
  signal: AbortSignal,
): Promise<AgentPrompt> {
  if (!workspace.isTrusted) return { pieces: [piece('workspace', RESTRICTED)] };
  const { agentsFile } = workspace.layout;
  const own = await agentWords(workspace, signal);
  const words = own?.piece ?? piece('skills', defaultPrompt(workspace));
  const agents = agentsFile?.text.trim() ? [piece('agents-file', agentsFile.text.trim(), agentsFile.file)] : [];
  return { pieces: [words, ...agents], ...(own?.problem && { problem: own.problem }) };
}

/** Runs the workspace's own function for the prompt; `undefined` if there is none. */
async function agentWords(
  { layout: { systemFile }, hosts }: OpenAgentWorkspace,
  signal: AbortSignal,
): Promise<{ piece?: PromptPiece; problem?: FileProblem } | undefined> {
  if (!systemFile) return undefined;
  const { file, language } = systemFile;
  const host = hosts[language === 'python' ? 'python' : 'js'];
  const loaded = host.loaded.get(file);
  if (loaded?.problem && !loaded.isOld) return { problem: loaded.problem };
  if (!loaded?.system?.hasPrompt) return undefined;
  try {
    return { piece: piece('workspace', await host.running().systemPrompt(signal), file) };
  } catch (error) {
    return { problem: { file, message: messageOf(error) } };
  }
}

function piece(origin: PromptPiece['origin'], text: string, file?: string): PromptPiece {
  return { origin, ...(file !== undefined && { file }), text, tokens: textTokens(text) };
}
