import type { ProfileProtocol } from '#contract';
import type { ModelFailure } from '../model-client.ts';
import { endpointOf, socketPathOf } from '../servers/endpoint.ts';
import { isLoopback } from '../servers/proxy-choice.ts';

export interface ConnectionAttempt {
  readonly baseUrl: string;
  readonly protocol?: ProfileProtocol | undefined;
  readonly hasKey: boolean;
  /** The model that was asked; absent if the list of models failed already. */
  readonly model?: string;
  readonly models: readonly string[];
  /** URL at which the same server does answer. */
  readonly betterUrl?: string | undefined;
}

type AttemptFailure = Pick<ModelFailure, 'code' | 'origin'>;

/** Advice on what a person can do, by kind of failure. The first that applies is given. */
const ADVICE: readonly {
  readonly when: (failure: AttemptFailure, tried: ConnectionAttempt) => boolean;
  readonly say: (tried: ConnectionAttempt) => string;
}[] = [
  {
    when: (_, { betterUrl }) => betterUrl !== undefined,
    say: ({ betterUrl }) => `The address is probably ${betterUrl}.`,
  },
  {
    when: ({ code }) => code === 'unauthorized',
    say: ({ hasKey }) =>
      hasKey
        ? 'The key was refused: check that it is whole, still valid, and meant for this server.'
        : 'This server wants an API key.',
  },
  {
    when: ({ origin }) => origin?.kind === 'certificate',
    say: () => 'If you trust the server, name the PEM file of its certificate authority in chat.extra_ca_file.',
  },
  {
    when: ({ origin }) => origin?.kind === 'wrong-protocol',
    say: () => 'Check http:// or https:// and the port.',
  },
  {
    when: ({ code }, { baseUrl }) => code === 'unreachable' && socketPathOf(baseUrl) !== undefined,
    say: () => 'Start the program that serves the socket, such as sigma ai, and check the path.',
  },
  {
    when: ({ code }, { baseUrl }) => code === 'unreachable' && isLoopback(endpointOf(baseUrl).url.hostname),
    say: () => 'Start the server on this computer, and check the port.',
  },
  {
    when: ({ code }) => code === 'unreachable',
    say: () => 'Check the address, the network, and the proxy (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).',
  },
  {
    // Servers have no code for it: these are their own words.
    when: ({ origin }) => origin?.kind === 'answer' && /tool|function call/i.test(origin.said),
    say: () => 'Choose a model that can call tools: Sigma Shell works through them.',
  },
  {
    when: ({ code }, { model, models }) => code === 'not-found' && model !== undefined && models.length > 0,
    say: ({ models }) =>
      `Choose a model that the server has: ${models.slice(0, 8).join(', ')}${models.length > 8 ? ' …' : ''}.`,
  },
  {
    when: ({ code }, { protocol }) => code === 'not-found' && protocol === 'anthropic',
    say: () => 'Check the address: requests go to /v1/messages below it.',
  },
  {
    when: ({ code }) => code === 'not-found',
    say: () => 'Check the path of the address: most servers want /v1 at its end.',
  },
  {
    when: ({ code }) => code === 'rate-limited',
    say: () => 'Wait a while, or check the limits and the balance of your account.',
  },
  {
    when: ({ code }) => code === 'stalled',
    say: () => 'A large model may still be loading: try again in a minute.',
  },
];

export function connectionAdvice(failure: AttemptFailure, tried: ConnectionAttempt): string | undefined {
  if (failure.origin?.kind === 'configuration') return failure.origin.advice;
  return ADVICE.find(({ when }) => when(failure, tried))?.say(tried);
}
