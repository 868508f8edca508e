import { options, type Read } from './options.ts';
import { afterFirst, give, givenOf, gnu, has, type Program, program, type Say, sourcesAndTarget } from './program.ts';

const RECURSIVE = ['-r', '-R', '--recursive'];

function ddOperands(read: Read, say: Say): void {
  for (const word of read.operands) {
    const [name = '', ...value] = (word.literal ?? word.text).split('=');
    const target = word.literal === undefined ? undefined : value.join('=');
    if (name === 'if') say.effect('read', target, word);
    else if (name === 'of') say.effect('write', target, word);
    else if (!/^(?:bs|cbs|conv|count|ibs|iflag|obs|oflag|seek|skip|status)$/.test(name))
      say.doubt('unknown-dd-operand', word);
  }
}

function moveOperands(read: Read, say: Say): void {
  const target = givenOf(read, '-t', '--target-directory');
  for (const word of target ? read.operands : read.operands.slice(0, -1)) {
    give(say, 'read', word);
    give(say, 'delete', word);
  }
  if (target) say.effect('write', target.value, target.word);
  else for (const word of read.operands.slice(-1)) give(say, 'write', word);
}

function linkOperands(read: Read, say: Say): void {
  const target = givenOf(read, '-t', '--target-directory');
  if (target) say.effect('write', target.value, target.word);
  else if (read.operands.length === 1) say.effect('write', '.');
  else for (const word of read.operands.slice(-1)) give(say, 'write', word);
}

function installOperands(read: Read, say: Say): void {
  if (has(read, '-d', '--directory')) for (const word of read.operands) give(say, 'write', word);
  else sourcesAndTarget('read', '-t', '--target-directory')(read, say);
}

const TAR_LONG =
  'create extract get list append update diff compare delete file= directory= verbose gzip gunzip bzip2 xz zstd auto-compress keep-old-files overwrite strip-components= exclude= exclude-from= files-from= no-same-owner no-same-permissions same-owner preserve-permissions wildcards anchored dereference numeric-owner owner= group= mtime= sort= touch totals transform= xattrs acls null one-file-system keep-newer-files to-stdout';

function tarOperands(read: Read, say: Say): void {
  const old = read.operands[0];
  // Its first word may be options without a dash, whose values follow in their order.
  if (old !== undefined && read.given.length === 0) {
    say.doubt('undashed-options', old);
    return;
  }
  const archive = givenOf(read, '-f', '--file');
  const isWriting = has(read, '-c', '--create', '-r', '--append', '-u', '--update', '--delete');
  if (archive?.value?.includes(':')) say.effect('send', archive.value.split(':')[0], archive.word);
  if (archive) say.effect(isWriting ? 'write' : 'read', archive.value, archive.word);
  if (isWriting) for (const word of read.operands) give(say, 'read', word);
  else sayUnpacked(read, say);
}

function sayUnpacked(read: Read, say: Say): void {
  const folder = givenOf(read, '-C', '--directory');
  if (has(read, '-x', '--extract', '--get')) say.effect('write', folder ? folder.value : '.', folder?.word);
  else if (!has(read, '-t', '--list', '-d', '--diff', '--compare')) say.doubt('unknown-archive-action');
}

function rsyncOperands(read: Read, say: Say): void {
  const [last] = read.operands.slice(-1);
  for (const word of read.operands) {
    const isTarget = word === last && read.operands.length > 1;
    const remote = /^(?:rsync:\/\/)?([^/:]+):/.exec(word.literal ?? '')?.[1];
    if (remote !== undefined) say.effect('send', remote, word);
    else give(say, isTarget ? 'write' : 'read', word);
    if (isTarget && read.given.some(({ name }) => name.startsWith('--delete'))) give(say, 'delete', word);
  }
}

function patchOperands(read: Read, say: Say): void {
  say.doubt('files-in-patch');
  for (const [index, word] of read.operands.entries()) give(say, index === 0 ? 'write' : 'read', word);
}

function unzipOperands(read: Read, say: Say): void {
  for (const word of read.operands.slice(0, 1)) give(say, 'read', word);
  const folder = givenOf(read, '-d');
  if (!has(read, '-l', '-t', '-v', '-Z', '-p', '-c')) say.effect('write', folder ? folder.value : '.', folder?.word);
}

function zipOperands(read: Read, say: Say): void {
  for (const [index, word] of read.operands.entries()) give(say, index === 0 ? 'write' : 'read', word);
  if (has(read, '-m')) for (const word of read.operands.slice(1)) give(say, 'delete', word);
}

function packers(flags: string): Program {
  return gnu(`${flags}:`, 'decompress uncompress force keep quiet stdout to-stdout test verbose list best fast', {
    operands: (read, say) => {
      for (const word of read.operands) {
        give(say, 'read', word);
        if (has(read, '-c', '--stdout', '--to-stdout', '-t', '--test', '-l', '--list')) continue;
        give(say, 'write', word);
        if (!has(read, '-k', '--keep')) give(say, 'delete', word);
      }
    },
  });
}

/** Programs that write and delete. */
export const WRITERS: Readonly<Record<string, Program>> = {
  cp: gnu(
    'abdfHilLnPpRrsTuvxZ:tS',
    'archive attributes-only backup? copy-contents debug force interactive link dereference no-clobber no-dereference one-file-system parents preserve? no-preserve= recursive reflink? remove-destination sparse= strip-trailing-slashes suffix= symbolic-link target-directory= no-target-directory update? verbose',
    { operands: sourcesAndTarget('read', '-t', '--target-directory'), recursive: [...RECURSIVE, '-a', '--archive'] },
  ),
  mv: gnu(
    'bfinTuvZ:tS',
    'backup? force interactive no-clobber strip-trailing-slashes suffix= target-directory= no-target-directory update? verbose',
    { operands: moveOperands, recursive: ['*'] },
  ),
  rm: gnu('dfiIrRv', 'dir force interactive? one-file-system no-preserve-root preserve-root? recursive verbose', {
    operands: 'delete',
    recursive: RECURSIVE,
  }),
  rmdir: gnu('pv', 'ignore-fail-on-non-empty parents verbose', { operands: 'delete' }),
  unlink: gnu('', '', { operands: 'delete' }),
  shred: gnu('fuvxz:ns', 'force iterations= random-source= size= remove? verbose exact zero', { operands: 'delete' }),
  mkdir: gnu('pvZ:m', 'mode= parents verbose', { operands: 'write' }),
  mkfifo: gnu('Z:m', 'mode=', { operands: 'write' }),
  mktemp: gnu('dqut:p', 'directory dry-run quiet suffix= tmpdir?', {
    operands: () => {},
    also: (read, say) => say.effect('write', givenOf(read, '-p')?.value ?? read.operands[0]?.literal),
  }),
  touch: gnu('acfhm:drt', 'no-create date= no-dereference reference= time=', {
    operands: 'write',
    roles: { '-r': 'read', '--reference': 'read' },
  }),
  tee: gnu('aip', 'append ignore-interrupts output-error?', { operands: 'write' }),
  dd: gnu('', '', { operands: ddOperands }),
  ln: gnu(
    'bdFfiLnPrsTv:St',
    'backup? directory force interactive logical no-dereference physical relative symbolic suffix= target-directory= no-target-directory verbose',
    { operands: linkOperands },
  ),
  link: gnu('', '', { operands: linkOperands }),
  chmod: gnu('cfvRrwxXstugoa:', 'changes silent quiet verbose no-preserve-root preserve-root reference= recursive', {
    operands: afterFirst('write', '--reference'),
    recursive: RECURSIVE,
    roles: { '--reference': 'read' },
  }),
  chown: gnu(
    'cfvhHLPR',
    'changes silent quiet verbose dereference no-dereference from= no-preserve-root preserve-root reference= recursive',
    { operands: afterFirst('write', '--reference'), recursive: RECURSIVE, roles: { '--reference': 'read' } },
  ),
  chgrp: gnu(
    'cfvhHLPR',
    'changes silent quiet verbose dereference no-dereference no-preserve-root preserve-root reference= recursive',
    { operands: afterFirst('write', '--reference'), recursive: RECURSIVE, roles: { '--reference': 'read' } },
  ),
  chattr: program(options('RVf', 'vp'), { operands: afterFirst('write'), recursive: ['-R'], isLenient: true }),
  setfacl: program(options('bkRLPdn', 'mxMX'), { operands: 'write', recursive: ['-R'] }),
  truncate: gnu('co:rs', 'no-create io-blocks reference= size=', {
    operands: 'write',
    roles: { '-r': 'read', '--reference': 'read' },
  }),
  fallocate: program(options('cdinpvxz', 'lo', 'length= offset= verbose'), { operands: 'write' }),
  split: gnu(
    'deux:abClntx',
    'suffix-length= additional-suffix= bytes= line-bytes= numeric-suffixes? hex-suffixes? elide-empty-files filter= lines= number= separator= unbuffered verbose',
    {
      operands: 'read',
      roles: { '--filter': 'unsure' },
      also: (read, say) => say.effect('write', read.operands[1]?.literal ?? '.'),
    },
  ),
  csplit: gnu('ksz:bfn', 'suffix-format= prefix= keep-files digits= quiet silent elide-empty-files', {
    operands: (read, say) => {
      for (const word of read.operands.slice(0, 1)) give(say, 'read', word);
      say.effect('write', '.');
    },
  }),
  install: gnu(
    'bcCdDpsTvZ:gmoSt',
    'backup? compare directory group= mode= owner= preserve-timestamps strip suffix= target-directory= no-target-directory verbose',
    { operands: installOperands, roles: { '-s': 'unsure', '--strip': 'unsure' } },
  ),
  rsync: gnu(
    'vqcarRbudlLkKHpEAXogDtSnWxhPzCi0468:efTBM',
    'verbose quiet checksum archive recursive relative backup update dirs links copy-links hard-links perms executability acls xattrs owner group times dry-run whole-file one-file-system existing ignore-existing delete delete-before delete-during delete-after delete-excluded force max-size= min-size= partial compress exclude= exclude-from= include= include-from= human-readable progress stats itemize-changes bwlimit= info= port= timeout= size-only safe-links copy-dest= link-dest= rsh= rsync-path=',
    {
      operands: rsyncOperands,
      recursive: ['-a', '-r', '--archive', '--recursive'],
      roles: { '-e': 'unsure', '--rsh': 'unsure', '--rsync-path': 'unsure', '-f': 'unsure', '-M': 'unsure' },
    },
  ),
  tar: gnu('cxtrudvzjJahpPkmoOSWlUw:fCTXbgHIKLNV', TAR_LONG, {
    operands: tarOperands,
    roles: {
      '-I': 'unsure',
      '-T': 'unsure',
      '-g': 'unsure',
      '-L': 'unsure',
      '--transform': 'text',
      '--files-from': 'unsure',
      '-X': 'read',
      '--exclude-from': 'read',
    },
    recursive: ['*'],
  }),
  zip: program(options('0123456789rqvjmuDXyeg', 'x'), { operands: zipOperands, recursive: ['-r'] }),
  unzip: program(options('lqtvopnjcaCLUuxZ', 'd'), { operands: unzipOperands }),
  gzip: packers('123456789cdfklnqrtv'),
  gunzip: packers('cfklnqtv'),
  bzip2: packers('123456789cdfkqtvz'),
  bunzip2: packers('cfkqv'),
  xz: packers('0123456789cdefklqtvz'),
  unxz: packers('cfkqv'),
  zstd: packers('123456789cdfkqtv'),
  zcat: gnu('fv', '', { operands: 'read' }),
  patch: gnu('bcEflNnRstTuvZ:BdDFgioprVxYz', 'dry-run forward reverse strip= input= output= directory= backup', {
    operands: patchOperands,
    roles: {
      '-o': 'write',
      '--output': 'write',
      '-i': 'read',
      '--input': 'read',
      '-d': 'write',
      '--directory': 'write',
    },
  }),
  crontab: program(options('lrie', 'u'), { operands: 'read', also: (_, say) => say.doubt('runs-later') }),
  kill: program(options('lL', 'sn'), { isLenient: true, also: (_, say) => say.doubt('ends-programs') }),
  pkill: program(options('', ''), { isLenient: true, also: (_, say) => say.doubt('ends-programs') }),
  killall: program(options('', ''), { isLenient: true, also: (_, say) => say.doubt('ends-programs') }),
  'mkfs.ext4': device(),
  mkfs: device(),
  mkswap: device(),
  wipefs: device(),
  fdisk: device(),
  parted: device(),
  mount: device(),
  umount: device(),
};

/** Whatever their options: they change the device or folder that they are given. */
function device(): Program {
  return program(options(''), {
    isLenient: true,
    operands: 'write',
    also: (_, say) => say.doubt('changes-device'),
  });
}
