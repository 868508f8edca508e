/** Lets the reader of what is printed go (`| head -1`, a closed terminal): that ends nothing, and is no error. */
export function tolerateClosedOutputs(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
