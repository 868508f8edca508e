import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { givenKeyNames } from '#contract/given-keys';
import { isAppError, messageOf } from '#core/app-error';
import { MCP_WORDS, mcpSpecOf } from '#core/text/mcp-words';
import { findProgram } from '#process/find-program';
import { whyNoProgram } from '../why-no-program.ts';
import { type Builtin, type BuiltinContext, done, failedOutcome, OK } from './builtin.ts';

/** Longest time that a typed line waits for a provider that it ends, in milliseconds. */
const PATIENCE_MS = 2000;

export const attach: Builtin = {
  name: 'attach',
  forms: [
    { syntax: 'attach <program> [arguments…]', description: 'start a program that offers tools to the chat' },
    {
      syntax: 'attach mcp <name> <address or program…>',
      description: 'attach an MCP server; -env NAME before it passes a key on',
    },
    { syntax: 'attach js [folder]', description: 'offer the functions of a Node package as tools' },
    { syntax: 'attach --key NAME …', description: 'pass on a key of your environment, such as `OPENAI_API_KEY`, too' },
  ],
  async run(args, context) {
    const { keys, words } = withoutKeys(args);
    const [program, ...rest] = words;
    if (program === undefined) return 'usage';
    const { environment } = context.console.place;
    const missing = keys.find((name) => environment[name] === undefined);
    if (missing !== undefined) return failedOutcome(`attach: the variable ${missing} is not set in this session`);
    const given = keys.length === 0 ? {} : { keys };
    if (program === 'mcp') return rest.length === 0 ? 'usage' : await attachMcp(rest, given, context);
    if (program === 'js') {
      const [folder = '.'] = rest;
      if (rest.length > 1) return 'usage';
      return await attachTo({ kind: 'js', path: resolve(context.console.cwd, folder), ...given }, context);
    }
    if (findProgram(program, context.console.place) === undefined) {
      return failedOutcome(`attach: ${whyNoProgram(program, context.console.place).text}`);
    }
    return await attachTo({ kind: 'program', argv: [...words], ...given }, context);
  },
};

/** The keys that `--key NAME` names before the program, and what comes behind them. */
function withoutKeys(args: readonly string[]): { readonly keys: string[]; readonly words: readonly string[] } {
  const keys: string[] = [];
  let at = 0;
  for (; args[at] === '--key' && args[at + 1] !== undefined; at += 2) keys.push(args[at + 1] ?? '');
  return { keys, words: args.slice(at) };
}

/** Keys of the environment are given to it by `-env` or `--key` alone. */
async function attachMcp(words: readonly string[], given: { readonly keys?: string[] }, context: BuiltinContext) {
  const { place } = context.console;
  let spec: ReturnType<typeof mcpSpecOf>;
  try {
    spec = mcpSpecOf(words, (name) => place.environment[name]);
  } catch (error) {
    return failedOutcome(`attach mcp: ${messageOf(error)}. It takes ${MCP_WORDS}`);
  }
  const { transport } = spec;
  const [program = ''] = transport.type === 'stdio' ? transport.argv : [];
  if (transport.type === 'stdio' && findProgram(program, place) === undefined) {
    return failedOutcome(`attach: ${whyNoProgram(program, place).text}`);
  }
  if (transport.type !== 'stdio') return await attachTo(spec, context);
  return await attachTo({ ...spec, transport: { ...transport, ...given } }, context);
}

export const kill: Builtin = {
  name: 'kill',
  forms: [{ syntax: 'kill <pid>', description: 'end a provider; `status` shows its PID' }],
  async run(args, { console, options }) {
    const [pid] = args;
    if (args.length !== 1 || pid === undefined || !/^\d{1,15}$/.test(pid)) return 'usage';
    try {
      const ending = options.providers.kill(Number(pid), console.session);
      const hasEnded = await Promise.race([ending.then(() => true), pause(PATIENCE_MS, false, { ref: false })]);
      if (!hasEnded) {
        ending.catch((error: unknown) => options.log.warn('console.kill.failed', { pid, error: messageOf(error) }));
        return done(`[${pid}] was asked to end, and has not yet: what does not end by itself within 10 s is forced to`);
      }
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND')) throw error;
      return failedOutcome(`kill: no provider has the PID ${pid}; /bin/kill ends other processes`);
    }
    return OK;
  },
};

export const status: Builtin = {
  name: 'status',
  forms: [{ syntax: 'status', description: 'list the providers of this session' }],
  async run(args, { console, options }) {
    if (args.length > 0) return 'usage';
    return done((await options.providers.status(console.session)) || 'No provider is attached.');
  },
};

async function attachTo(
  spec: Parameters<BuiltinContext['options']['providers']['attach']>[0],
  { console, options, signal }: BuiltinContext,
) {
  const { cwd, environment } = console.place;
  const { pid, title, tools } = await options.providers.attach(spec, {
    session: console.session,
    cwd,
    environment: { ...environment, PHISHELL: '1' },
    signal,
  });
  const given = givenKeyNames(spec);
  const keys = given.length === 0 ? '' : `, given ${given.join(', ')}`;
  const offers = tools.length === 0 ? 'it offers no tools' : tools.join(', ');
  return done(`${pid === undefined ? '' : `[${pid}] `}${title} is attached${keys}: ${offers}`);
}
