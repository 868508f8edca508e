// A client of the Shell Adapter with socket.io-client: a session that keeps its folder, output as it comes, a command that may be asked about.
// Usage: node client.mjs [address]; the token in the variable TOKEN, if the adapter has one.
import { once } from 'node:events';
import { io } from 'socket.io-client';

const socket = io(process.argv[2] ?? 'http://127.0.0.1:8087', {
  reconnection: false,
  auth: { name: 'example in Node', ...(process.env.TOKEN && { token: process.env.TOKEN }) },
});

// What a command with stream_output prints, while it runs.
socket.on('command_output', ({ text }) => process.stdout.write(text));
// With `approver: user` a person answers in Sigma Shell, with `approver: client` the event confirm_command does.
socket.on('command_confirmation_required', ({ command, reasons }) =>
  console.log(`waits: ${command}: ${reasons.join('; ')}`),
);

/** Sends an event and resolves with its answer. @throws Error with the code and the message of a failure */
async function ask(event, payload) {
  const answer = await socket.timeout(180_000).emitWithAck(event, payload);
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer;
}

async function main() {
  const { shell } = await ask('shell_metadata', {});
  console.log('shell:', shell.split(',')[0]);
  const { session_id } = await ask('open_session', {});
  const run = (command, more = {}) => ask('execute_command', { session_id, command, ...more });

  await run('mkdir -p example && cd example && count=3');
  console.log('the session kept:', (await run('basename $PWD; echo $count')).stdout.split('\n'));
  const { exit_code } = await run('for n in 1 2 3; do echo line $n; done', { stream_output: true });
  console.log('exit code:', exit_code);
  const failed = await run('cat missing.txt');
  console.log('a failure is a result:', failed.exit_code, failed.stderr);
  await ask('close_session', { session_id });
  await run('pwd').catch((error) => console.log('an error has a code:', error.message.split(':')[0]));
}

const refused = once(socket, 'connect_error').then(([error]) => Promise.reject(error));
await Promise.race([main(), refused]).finally(() => socket.close());
