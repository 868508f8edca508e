/** Built-in bans: what no rule, mode or person lifts (docs/decisions/012-rules.md). */
import type { Analysis } from '#shell-analysis';
import { deviceWrite } from './devices.ts';
import { downloadedCode } from './downloaded-code.ts';
import type { Ban, BanOptions } from './finding.ts';
import { forkBomb } from './fork-bomb.ts';
import { ownFileWrite } from './own-files.ts';
import { recursiveDeletion } from './recursive-deletion.ts';
import { recursivePermissions } from './recursive-permissions.ts';
import { Targets } from './targets.ts';

export type { Ban, BanOptions } from './finding.ts';

/** Every built-in ban that a command line falls under: of the line as a whole, then part by part. */
export function bansOf(analysis: Analysis, options: BanOptions): Ban[] {
  const nul: Ban[] = analysis.line.includes('\0')
    ? [{ rule: 'NUL byte', why: 'A NUL byte makes it read as something else than what runs', part: undefined }]
    : [];
  const whole = [forkBomb(analysis), downloadedCode(analysis)].filter((ban) => ban !== undefined);
  const targets = new Targets(analysis, options);
  const bans = [...nul, ...whole];
  for (const [index, part] of analysis.parts.entries()) {
    const reason =
      recursiveDeletion(index, targets) ??
      deviceWrite(part) ??
      recursivePermissions(index, targets) ??
      ownFileWrite(index, targets);
    if (reason !== undefined) bans.push({ ...reason, part: index });
  }
  return bans;
}
