import { findProgram } from '#process/find-program';
import { pushItem } from '../push-item.ts';
import { runQuiet } from '../run-quiet.ts';
import { directProgram } from '../shell-script.ts';
import { whyNoProgram } from '../why-no-program.ts';
import { type Builtin, failedOutcome, OK } from './builtin.ts';

export const push: Builtin = {
  name: 'push',
  forms: [
    { syntax: 'push', description: 'give the output of the last command to the chat' },
    {
      syntax: 'push <command> [arguments…]',
      description: 'run a program out of sight and give its output to the chat',
    },
  ],
  async run(args, context) {
    const { console, options, signal } = context;
    const { retained, session } = console;
    if (args.length > 0) return await pushCommand(args, context);
    if (!retained) return failedOutcome('push: there is no output of a command that went well');
    await options.chat.addPending(
      session,
      await pushItem({ ...retained, exitCode: 0 }, summariseWith(context, signal)),
    );
    return OK;
  },
};

async function pushCommand(args: readonly string[], context: Parameters<Builtin['run']>[1]) {
  const { console, options, signal, typed } = context;
  const [name = ''] = args;
  const path = findProgram(name, console.place);
  if (path === undefined) return failedOutcome(`push: ${whyNoProgram(name, console.place).text}`);
  const result = await runQuiet({
    ...directProgram({ words: args, assignments: {} }, path),
    ...console.place,
    timeoutMs: options.quietTimeoutMs(),
    signal,
  });
  if (result.problem !== undefined) return failedOutcome(`push: ${typed} ${result.problem}`);
  const ran = { command: typed, exitCode: 0, text: result.text, isTail: result.isTail };
  await options.chat.addPending(console.session, await pushItem(ran, summariseWith(context, signal)));
  return OK;
}

function summariseWith({ options, console }: Parameters<Builtin['run']>[1], signal: AbortSignal) {
  return (text: string) => options.chat.summarise(console.session, text, signal);
}
