/** The app's own variables: what chat, models, features and the workspace are, for templates. */
export type { OwnGroup, OwnVariablePorts } from './own-ports.ts';
export { createOwnVariables } from './own-variables.ts';
export { writeOwnVariables } from './write-own-variables.ts';
