import type { Guard, Policy } from '#tools';

/** Repairs nothing. */
export const passThroughGuard: Guard = (call) => ({ arguments: call.arguments, repairs: [] });

/** Allows nothing by itself. */
export const askEverything: Policy = async () => ({
  judgement: {
    verdict: 'ask',
    tier: 'default',
    why: 'Every tool call asks while no rules are set',
    parts: [],
    sandbox: 'none',
    canBeAllowed: false,
  },
});
