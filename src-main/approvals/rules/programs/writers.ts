import { EXACT_ONLY, known, type ProgramTable } from './form.ts';

/** Programs that change files: what they delete with all below it, and rights, stay as written. */
export const WRITERS: Readonly<Record<string, ProgramTable>> = {
  rm: known('-dfiIv --dir --force --verbose', 'path*', { kept: '-rR --recursive' }),
  rmdir: known('-pv --parents --verbose', 'path*'),
  cp: known('-finuvp --force --no-clobber --update --verbose', 'path*', { kept: '-rRa --recursive --archive' }),
  mv: known('-finuv --force --no-clobber --update --verbose', 'path*'),
  mkdir: known('-pv --parents --verbose', 'path*', { kept: '-m=word' }),
  touch: known('-acm --no-create', 'path*'),
  ln: known('-sfnv --symbolic --force --verbose', 'path*'),
  chmod: known('-cfv --changes --silent --verbose', 'exact path*', { kept: '-R --recursive' }),
  truncate: known('-c -s=number --size=number', 'path*'),
  tee: known('-a --append', 'path*'),
  tar: EXACT_ONLY,
  zip: EXACT_ONLY,
  unzip: EXACT_ONLY,
  rsync: EXACT_ONLY,
};
