import type { Attendance } from '#contract';
import type { Conversations } from './conversations.ts';
import type { SocketPorts } from './ports.ts';

/** A message that came in. */
export interface AcceptedTurn {
  readonly session: string;
  readonly message: string;
  /** Key of the conversation; if absent, the main one. */
  readonly conversation: string | undefined;
}

/** Context that a session socket serves. */
export interface SocketContext extends Pick<SocketPorts, 'chat' | 'questions' | 'keepImage' | 'sessionState' | 'log'> {
  readonly timers: SocketPorts['timers'] | undefined;
  readonly path: string;
  readonly workspace: string;
  /** Current attendance: who answers questions. */
  readonly attendance: () => Attendance;
  readonly conversations: Conversations;
  /** Profile for its conversations, if the workspace does not choose one. */
  readonly profile: string | undefined;
  /** Called once for each message that came in. */
  readonly onTurn: (turn: AcceptedTurn) => void;
}
