/** What a tool may be called: whatever serves it, every model's server takes such a name. */
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
