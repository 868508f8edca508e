/** Shells for other programs: a Socket.IO server, one shell a session, and the question before what is risky runs. */

export type { AdapterPorts } from './server/adapter-ports.ts';
export { AdapterService } from './server/adapter-service.ts';
