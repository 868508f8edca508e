import { isInside } from '#core/files/inside';
import { type Tool, ToolError, type ToolScope, type ToolSource } from '#tools';

/** Facts about agent workspaces that decide which tools are offered. */
export interface AgentPlaces {
  isAgent(workspace: string): boolean;
  offersOwnTools(workspace: string): boolean;
  hasSkills(workspace: string): boolean;
}

/** Tools of ours: offered everywhere but in agent workspaces, and there where the person wants them beside the workspace's own. */
export function outsideAgents(source: ToolSource, agents: AgentPlaces): ToolSource {
  return { ...source, tools: (scope) => (isOffered(scope, agents) ? source.tools(scope) : []) };
}

function isOffered(scope: ToolScope | undefined, agents: AgentPlaces): boolean {
  return !scope || !agents.isAgent(scope.workspace) || agents.offersOwnTools(scope.workspace);
}

/** Offers our tool that reads files, within the workspace's folder alone, to agent workspaces that have skills. */
export function skillReader(files: ToolSource, agents: AgentPlaces): ToolSource {
  return {
    tools: (scope) => {
      if (!scope || isOffered(scope, agents) || !agents.hasSkills(scope.workspace)) return [];
      return files
        .tools(scope)
        .filter(({ name }) => name === READS)
        .map(withinFolder);
    },
  };
}

const READS = 'read_file';

function withinFolder(tool: Tool): Tool {
  return {
    ...tool,
    description: `${tool.description} In this workspace it reads files of the workspace's folder alone, as skills are.`,
    plan: async (args, context) => {
      const plan = await tool.plan(args, context);
      const { subject } = plan;
      const { workspace } = context;
      const isBelow = subject.kind === 'read' && subject.path !== workspace && isInside(workspace, subject.path);
      if (isBelow) return plan;
      plan.abandon?.('cancelled');
      throw new ToolError(`${READS} reads files below ${workspace} alone here, so nothing was read.`);
    },
  };
}
