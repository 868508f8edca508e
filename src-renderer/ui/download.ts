/** Joins the pieces and hands them to the person as a file. */
export async function downloadPieces(pieces: AsyncIterable<string>, name: string, type: string): Promise<void> {
  const parts: string[] = [];
  for await (const piece of pieces) parts.push(piece);
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download reads the blob a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
