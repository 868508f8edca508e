/** The one idea of a tool, and the runner that every call passes. */
export * from './tool.ts';
