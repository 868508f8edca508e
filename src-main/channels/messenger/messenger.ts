import type { ImageType } from '#contract';
import type { Verdict } from '../socket/session-socket.ts';

/** A person as the service knows them. */
export interface Person {
  readonly id: string;
  /** Display name, which the person chose. */
  readonly name: string | undefined;
}

/** An image that the service keeps, downloaded when it is needed. */
export interface RemoteImage {
  readonly name: string;
  readonly download: (signal: AbortSignal) => Promise<ImageBytes>;
}

export interface ImageBytes {
  readonly type: ImageType;
  readonly data: Uint8Array;
}

export interface IncomingMessage {
  readonly kind: 'message';
  readonly person: Person;
  /** Chat to which the answer goes. */
  readonly chat: string;
  readonly text: string;
  readonly images: readonly RemoteImage[];
  /** Other content in words, such as `a voice message`. */
  readonly leftOut?: string | undefined;
}

/** A press on a button of a question. */
export interface PressedButton {
  readonly kind: 'press';
  readonly person: Person;
  readonly question: string;
  readonly verdict: Verdict;
  /** Tells the person who pressed the button the result. */
  readonly reply: (text: string) => Promise<void>;
}

export type IncomingEvent = IncomingMessage | PressedButton;

/** A message of ours, as the service names it. */
export interface SentMessage {
  readonly chat: string;
  readonly id: string;
}

export interface OutgoingText {
  readonly text: string;
  /** Question for which the message gets a button per verdict. */
  readonly question?: string | undefined;
  /** Name by which a service that knows such names makes one message of several tries. */
  readonly delivery?: string | undefined;
}

/** Handlers for what a connection reports while it lasts. */
export interface ConnectionHandlers {
  /** Resolves when it is dealt with, as a message in the session's hands; `false` where the channel ended before. Never rejects. */
  readonly onIncoming: (incoming: IncomingEvent) => Promise<boolean>;
  /** The service lets us in; `account` is what it calls us. */
  readonly onReady: (account: string) => void;
}

/** A messenger service; its failures are `ServiceFailure`s. */
export interface Messenger {
  /** The channel's name in the record, and what conversations begin with. */
  readonly channel: string;
  /** Title to show to people. */
  readonly title: string;
  /** Longest text of one message, in UTF-16 units. */
  readonly maxText: number;
  /** Receives until `signal` aborts. @throws ServiceFailure when the connection, or what lets us in, is lost */
  readonly listen: (listening: ConnectionHandlers, signal: AbortSignal) => Promise<void>;
  readonly send: (chat: string, text: OutgoingText) => Promise<SentMessage>;
  readonly edit: (sent: SentMessage, text: OutgoingText) => Promise<void>;
  readonly remove: (sent: SentMessage) => Promise<void>;
  /** `delivery` is that of `OutgoingText`. */
  readonly sendImage: (chat: string, image: ImageBytes, delivery?: string) => Promise<void>;
  /** Shows that an answer is being written, where the service has such a sign. */
  readonly typing?: ((chat: string) => Promise<void>) | undefined;
  /** Returns the chat in which a person reads messages sent to them alone. */
  readonly chatOf: (person: string) => string;
}

/** Failure of a service to carry out something. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  readonly kind: FailureKind;
  /** Delay after which the service wants to be asked again, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, message: string, retryAfterMs?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * `credentials`: nothing helps but others. `network`: it may go later. `rate`: not before `retryAfterMs`. `unchanged`: it is so
 * already. `refused`: this will never be done.
 */
export type FailureKind = 'credentials' | 'network' | 'rate' | 'unchanged' | 'refused';
