/** Copies a match, which may reach into what it writes itself. @returns where the output now ends */
export function copyMatch(out: Buffer, to: number, { distance, length }: { distance: number; length: number }): number {
  const end = to + length;
  if (distance === 1) out.fill(out[to - 1] ?? 0, to, end);
  else if (distance >= length) out.copyWithin(to, to - distance, end - distance);
  else for (let at = to; at < end; at++) out[at] = out[at - distance] as number;
  return end;
}
