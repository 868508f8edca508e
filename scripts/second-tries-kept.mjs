import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Runs that are remembered. */
const MAX_RUNS = 10;
/** Second tries in so many runs at which a test fails. */
const TOO_MANY = 2;

/**
 * Notes which tests of a run passed at their second try only, and answers those that needed one too often: twice in ten runs.
 * A file that cannot be read begins anew.
 *
 * @param {string} file
 * @param {readonly string[]} names
 * @returns {readonly string[]}
 */
export function noteSecondTries(file, names) {
  const runs = [...keptRuns(file), [...new Set(names)]].slice(-MAX_RUNS);
  writeFileSync(file, `${JSON.stringify(runs, undefined, 1)}\n`);
  return [...new Set(names)].filter((name) => runs.filter((run) => run.includes(name)).length >= TOO_MANY);
}

function keptRuns(file) {
  if (!existsSync(file)) return [];
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(kept) ? kept.filter((run) => Array.isArray(run)) : [];
  } catch {
    return [];
  }
}
