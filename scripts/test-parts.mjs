/** Parts of the tests, which machines can run beside each other. */
const PARTS = ['checks', 'quick', 'integration', 'e2e'];

/**
 * Reads which parts are requested: all of them, or the one that `--part` names; of `integration` and `e2e` a share, such as
 * `--shard 1/2`.
 *
 * @param {readonly string[]} args
 * @returns {{ readonly parts: ReadonlySet<string>, readonly shard: string | undefined }}
 * @throws Error for a part that there is none of, and a share that is none
 */
export function requestedParts(args) {
  const part = argumentOf(args, '--part');
  const shard = argumentOf(args, '--shard');
  if (part !== undefined && !PARTS.includes(part)) {
    throw new Error(`There is no part ${JSON.stringify(part)} of the tests: name one of ${PARTS.join(', ')}`);
  }
  const [, share, shares] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard ?? '') ?? [];
  if (shard !== undefined && !(Number(share) <= Number(shares))) {
    throw new Error(`${JSON.stringify(shard)} is no share of the tests: write 1/2 for the first of two`);
  }
  return { parts: new Set(part === undefined ? PARTS : [part]), shard };
}

function argumentOf(args, name) {
  const at = args.indexOf(name);
  if (at >= 0) return args[at + 1] ?? '';
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}
