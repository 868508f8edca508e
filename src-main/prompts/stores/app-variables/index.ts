/** The app's own variables: what chat, models, features and the workspace are, for templates. */
export type { AppVariableGroup, AppVariablePorts } from './app-variable-ports.ts';
export { createOwnVariables } from './app-variables.ts';
export { writeOwnVariables } from './write-app-variables.ts';
