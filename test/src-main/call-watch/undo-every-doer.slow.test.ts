import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TurnUndoOutcome } from '#contract';
import { anyAct, fileActor, toolAct } from '../../support/file-actor.ts';
import { differingPaths, isOtherName, type TreePicture, tornNames, withoutNames } from '../../support/tree-picture.ts';
import { DOERS, type DoersWorkbench, doersWorkbench, type Step } from './doers-workbench.ts';

const RUNS = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 15;

const acts = fc.array(anyAct, { minLength: 1, maxLength: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ doer: fc.constantFrom(...DOERS), acts }),
  fc.record({ doer: fc.constant('tool' as const), acts: fc.array(toolAct, { minLength: 1, maxLength: 2 }) }),
);
const turns = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });

interface Way {
  readonly of: number;
  readonly direction: 'undo' | 'redo';
}
const way: fc.Arbitrary<Way> = fc.record({ of: fc.nat(2), direction: fc.constantFrom('undo', 'redo') });
const ways = fc.array(way, { maxLength: 6 });

/**
 * Fails with both sides of the first paths that are not as they should be. `torn` has names of files of which a turn changed
 * some and not all: those come back as files of their own, with the same bytes.
 */
function expectSame(now: TreePicture, wanted: TreePicture | undefined, torn: ReadonlySet<string>): void {
  const is = withoutNames(now, torn);
  const should = withoutNames(wanted ?? new Map(), torn);
  const paths = differingPaths(is, should);
  const of = (picture: TreePicture) => paths.map((path) => ({ path, ...picture.get(path) }));
  expect(of(is)).toEqual(of(should));
}

/** Turns that changed no path that is the same as, above or below one of another turn. */
async function touchedAlone(it: DoersWorkbench, count: number): Promise<ReadonlySet<string>> {
  const changed = await it.changed();
  const ids = Array.from({ length: count }, (_, index) => `turn-${index}`);
  const pathsOf = (id: string) => changed.filter(({ turn }) => turn === id).map(({ name }) => `${name}/`);
  const meets = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
  return new Set(
    ids.filter((id) => {
      const others = ids.filter((other) => other !== id).flatMap(pathsOf);
      return !pathsOf(id).some((one) => others.some((other) => meets(one, other)));
    }),
  );
}

function expectWhole(outcome: TurnUndoOutcome, it: DoersWorkbench, torn: ReadonlySet<string>): void {
  expect(problems(outcome)).toEqual([]);
  expect(wronglyTold(outcome, it, torn)).toEqual([]);
}

function nothingToDo(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'NOT_FOUND') throw error;
}

/** A remark that a file is not linked any more is none: that is told where it must be, see `wronglyTold`. */
const problems = ({ paths }: TurnUndoOutcome) =>
  paths.flatMap(({ path, outcome, why }) =>
    outcome === 'restored' && (why === undefined || isOfLinks(why)) ? [] : [`${path}: ${why}`],
  );

const isOfLinks = (why: string | undefined) => /^it was one of \d+ names of one file/.test(why ?? '');

/** Paths said to be files of their own that no turn tore from their other names. */
const wronglyTold = ({ paths }: TurnUndoOutcome, it: DoersWorkbench, torn: ReadonlySet<string>) =>
  paths.filter(({ path, why }) => isOfLinks(why) && !torn.has(it.nameOf(path)));

/**
 * Undoes and redoes turns in any order: what is in nobody's way is done whole, and makes of each path what it was before the
 * turn, or after it. A turn that has a path in common with another may be refused, and nothing of it is done here.
 */
async function inOtherOrder(
  it: DoersWorkbench,
  count: number,
  order: readonly Way[],
  torn: ReadonlySet<string>,
): Promise<void> {
  const own = await touchedAlone(it, count);
  for (const { of, direction } of order) {
    const turn = `turn-${of % count}`;
    const planned = await it.plan(turn, direction).catch(nothingToDo);
    if (!planned) continue;
    if (own.has(turn)) expect(problems(planned)).toEqual([]);
    if (problems(planned).length > 0) continue;
    const before = it.picture();
    expect(problems(await it[direction](turn))).toEqual([]);
    const after = it.picture();
    const meant = planned.paths.map(({ path }) => it.nameOf(path));
    // Folders on the way are made where they are gone.
    const isMeant = (path: string) => meant.some((one) => `${one}/`.startsWith(`${path}/`));
    const others = differingPaths(before, after).filter((path) => !isMeant(path));
    expect(others.filter((path) => !isOtherName(path, meant, before, after))).toEqual([]);
    if (!own.has(turn)) continue;
    // There and back again is where it was.
    const back = direction === 'undo' ? 'redo' : 'undo';
    expect(problems(await it[back](turn))).toEqual([]);
    expectSame(it.picture(), before, torn);
    expect(problems(await it[direction](turn))).toEqual([]);
    expectSame(it.picture(), after, torn);
  }
}

test(`turns of a file tool, commands, programs and clients are undone and redone, each and all (${RUNS} times)`, async () => {
  await using actor = fileActor();
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAct, { maxLength: 12 }),
      turns,
      fc.boolean(),
      ways,
      async (old, plan, isApart, order) => {
        await using it = await doersWorkbench(actor);
        await it.before(old);
        it.programsCome();
        const pictures = [it.picture()];
        for (const [index, steps] of plan.entries()) {
          for (const one of steps) {
            const before = it.picture();
            const known = (await it.changed()).length;
            await it.step(`turn-${index}`, one, isApart ? `own-${index}` : '');
            const made = (await it.changed()).slice(known);
            // Nothing it did is missing, and nothing is anybody else's.
            const names = made.map(({ name }) => name);
            const now = it.picture();
            const unsaid = differingPaths(before, now).filter((path) => !names.includes(path));
            expect(unsaid.filter((path) => !isOtherName(path, names, before, now))).toEqual([]);
            const whose = one.doer === 'tool' ? ['tool', undefined] : [one.doer.origin, one.doer.by && [one.doer.by]];
            expect(made.map(({ origin, by }) => [origin, by])).toEqual(made.map(() => whose));
          }
          pictures.push(it.picture());
        }
        const changed = await it.changed();
        const standing = plan.map((_, index) => changed.some(({ turn }) => turn === `turn-${index}`));
        const torn = new Set(
          plan.flatMap((_, index) => {
            const paths = changed.filter(({ turn }) => turn === `turn-${index}`).map(({ name }) => name);
            return tornNames(paths, ...pictures);
          }),
        );
        for (let index = plan.length - 1; index >= 0; index--) {
          if (standing[index]) expectWhole(await it.undo(`turn-${index}`), it, torn);
          expectSame(it.picture(), pictures[index], torn);
        }
        for (let index = 0; index < plan.length; index++) {
          if (standing[index]) expectWhole(await it.redo(`turn-${index}`), it, torn);
          expectSame(it.picture(), pictures[index + 1], torn);
        }
        await inOtherOrder(it, plan.length, order, torn);
        expect(it.bugs).toEqual([]);
      },
    ),
    { numRuns: RUNS },
  );
}, 6_000_000);
