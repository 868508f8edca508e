import type { Attendance } from '#contract';
import type { Conversations } from './conversations.ts';
import type { SocketPorts } from './ports.ts';

/** A message that came in. */
export interface TakenTurn {
  readonly session: string;
  readonly message: string;
  /** Absent: the main conversation. */
  readonly conversation: string | undefined;
}

/** What a session socket serves. */
export interface Served extends Pick<SocketPorts, 'door' | 'questions' | 'keepImage' | 'sessionState' | 'log'> {
  readonly timers: SocketPorts['timers'] | undefined;
  readonly path: string;
  readonly workspace: string;
  /** Who answers questions now. */
  readonly attendance: () => Attendance;
  readonly conversations: Conversations;
  /** Who answers in its conversations, where that is not the workspace's to say. */
  readonly profile: string | undefined;
  /** Called once for each message that came in. */
  readonly onTurn: (turn: TakenTurn) => void;
}
