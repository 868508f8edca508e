import { script } from '../scripts/script.ts';
import { ROOT } from './built-host.ts';

/** Builds `out/` unless it was built from exactly these sources. @throws when it cannot be built */
export async function buildIfStale(): Promise<void> {
  const { isBuilt, build } = await script<{
    isBuilt(root: string): boolean;
    build(root: string, say: (line: string) => void): Promise<number>;
  }>('build');
  if (isBuilt(ROOT)) return;
  const exitCode = await build(ROOT, (line) => process.stderr.write(`${line}\n`));
  if (exitCode !== 0) throw new Error('What is to be measured cannot be built');
}
