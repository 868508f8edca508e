import { programOf } from '../program-of.ts';
import type { BanReason } from './finding.ts';
import { operandsOf } from './recursive-deletion.ts';
import type { Targets } from './targets.ts';

const CHANGERS = new Set(['chmod', 'chown', 'chgrp', 'chattr', 'setfacl', 'chcon']);

/** Changing mode, owner or the like of a system folder with all that is in it. */
export function recursivePermissions(index: number, targets: Targets): BanReason | undefined {
  const part = targets.part(index);
  if (part === undefined || !CHANGERS.has(programOf(part) ?? '')) return undefined;
  const given = part.words.slice(1);
  const isRecursive = given.some((word) =>
    targets.texts(word).some((text) => /^-[a-zA-Z]*R/.test(text) || /^--rec/.test(text)),
  );
  if (!isRecursive) return undefined;
  const hit = operandsOf(given)
    .flatMap((word) => targets.paths(word, index))
    .find((path) => targets.isSystemRoot(path) || targets.protects(path)?.kind === 'home');
  return hit === undefined
    ? undefined
    : { rule: 'recursive permissions', why: `It would change who may use ${hit} and all that is in it` };
}
