/** Tools as templates call them: over HTTP, MCP and gRPC. */
export type { McpToolPort } from './mcp-call.ts';
export { createToolCaller, type ToolCallerOptions } from './tool-caller.ts';
