import type { ActionTable } from '../state/action-table.ts';

export const providerActions = {
  'providers.attach-program': { title: 'Attach program', group: 'Providers', fromAnywhere: true },
  'providers.attach-package': { title: 'Attach Node package', group: 'Providers', fromAnywhere: true },
  'providers.add-mcp-server': { title: 'Add MCP server', group: 'Providers', fromAnywhere: true },
  'providers.new-tool': { title: 'New TypeScript tool', group: 'Providers', fromAnywhere: true },
  'providers.serve': { title: 'Serve our tools over MCP', group: 'Providers', fromAnywhere: true },
} as const satisfies ActionTable;
