import { messageOf, systemCodeOf } from '#core/app-error';

/** Codes of a disk that does not take what is printed to a file; others say that the reader has gone. */
const UNWRITTEN = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Lets the reader of what is printed go (`| head -1`, a closed terminal): that ends nothing, and is no error. */
export function tolerateClosedOutputs(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Ends a command with 1 whose output a file did not take, and says why. */
export function failOnFullDisk(): void {
  process.stdout.once('error', (error) => {
    if (!UNWRITTEN.includes(systemCodeOf(error) ?? '')) return;
    process.stderr.write(`sigma: what it prints cannot be written: ${messageOf(error)}\n`);
    process.once('exit', () => {
      process.exitCode ||= 1;
    });
  });
}
