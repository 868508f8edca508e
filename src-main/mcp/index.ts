/** MCP both ways: servers of others attached as providers, and our own tools served to other programs. */
export { createMcp, type McpFeature, type McpOptions } from './create-mcp.ts';
export type { LiveCall, McpServerPorts, McpSession } from './ports.ts';
export { toolName } from './tool-names.ts';
