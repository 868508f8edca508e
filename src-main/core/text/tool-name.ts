/** Pattern of a tool's name: every model's server accepts such names, whatever serves the tool. */
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
