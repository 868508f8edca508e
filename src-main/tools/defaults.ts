import type { Guard, Policy } from './tool.ts';

/** Mends nothing. */
export const passThroughGuard: Guard = (call) => ({ arguments: call.arguments, repairs: [] });

/** Allows nothing by itself. */
export const askEverything: Policy = () => ({ verdict: 'ask', why: 'Every tool call asks while no rules are set' });
