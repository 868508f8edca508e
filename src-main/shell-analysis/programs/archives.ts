import type { EffectSink } from '../effect-sink.ts';
import type { Word } from '../model.ts';
import { sayInTarget } from './copy-targets.ts';
import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { addOperandEffect, firstOnly } from './operand-effects.ts';
import { givenOf, has, type ParsedArguments } from './parsed-arguments.ts';

const PACKING = ['-c', '--create', '-r', '--append', '-u', '--update', '--delete'];

function sayOfTar(read: ParsedArguments<Word>, sink: EffectSink): void {
  const archive = givenOf(read, '-f', '--file');
  const isWriting = has(read, ...PACKING);
  if (archive?.value?.includes(':')) sink.effect('send', archive.value.split(':')[0], archive.word);
  if (archive && archive.value !== '-') sink.effect(isWriting ? 'write' : 'read', archive.value, archive.word);
  if (isWriting) sayPacked(read, sink);
  else if (has(read, '-x', '--extract', '--get')) sayUnpacked(read, sink);
  else if (!has(read, '-t', '--list', '-d', '--diff', '--compare')) sink.doubt('unknown-archive-action');
}

interface TarFolder {
  /** Path as given; undefined if it is known only at run time. */
  readonly path: string | undefined;
  readonly word: Word;
  /** Index of its option among the words. */
  readonly at: number;
}

/** Folders that tar changes to, each from the one before it. */
function tarFolders({ given }: ParsedArguments<Word>): readonly TarFolder[] {
  const folders: TarFolder[] = [];
  for (const { name, value, word, at } of given) {
    if (name !== '-C' && name !== '--directory') continue;
    const before = folders.at(-1);
    folders.push({ path: before === undefined ? value : belowFolder(before.path, value), word, at });
  }
  return folders;
}

function belowFolder(folder: string | undefined, path: string | undefined): string | undefined {
  if (path === undefined || path.startsWith('/')) return path;
  return folder === undefined ? undefined : `${folder.replace(/\/$/, '')}/${path}`;
}

/** Gives the files to pack, each in the folder that was changed to before it. */
function sayPacked(read: ParsedArguments<Word>, sink: EffectSink): void {
  const folders = tarFolders(read);
  for (const [index, word] of read.operands.entries()) {
    const at = read.operandsAt[index] ?? 0;
    const folder = folders.findLast((one) => one.at < at);
    if (folder === undefined || word.literal?.startsWith('/')) addOperandEffect(sink, 'read', word);
    else sink.effect('read', belowFolder(folder.path, word.literal), word);
  }
}

/** Gives the folders that are unpacked to; a member that is named before any of them comes where tar runs. */
function sayUnpacked(read: ParsedArguments<Word>, sink: EffectSink): void {
  const folders = tarFolders(read);
  // A name in the archive may be of any place.
  if (has(read, '-P')) sink.effect('write', undefined);
  const first = folders[0]?.at ?? Number.POSITIVE_INFINITY;
  if (folders.length === 0 || read.operandsAt.some((at) => at < first)) sink.effect('write', '.');
  for (const { path, word } of folders) sink.effect('write', path, word);
}

function sayOfRsync(read: ParsedArguments<Word>, sink: EffectSink): void {
  const target = read.operands.length > 1 ? read.operands.at(-1) : undefined;
  const isDeleting = read.given.some(({ name }) => name.startsWith('--delete'));
  for (const word of read.operands) {
    const remote = /^(?:rsync:\/\/)?([^/:]+):/.exec(word.literal ?? '')?.[1];
    if (remote !== undefined) sink.effect('send', remote, word);
    else if (word === target) sayInTarget(word, read.operands.slice(0, -1), sink);
    else addOperandEffect(sink, 'read', word);
    if (word === target && isDeleting) addOperandEffect(sink, 'delete', word);
  }
}

function sayOfUnzip(read: ParsedArguments<Word>, sink: EffectSink): void {
  firstOnly('read')(read, sink);
  const folder = givenOf(read, '-d');
  if (!has(read, '-l', '-t', '-v', '-Z', '-p', '-c')) sink.effect('write', folder ? folder.value : '.', folder?.word);
}

/** The name with the ending that zip gives it unless it has one. */
const zipName = (name: string | undefined): string | undefined =>
  name === undefined || /\.[^/]*$/.test(name) ? name : `${name}.zip`;

function sayOfZip(read: ParsedArguments<Word>, sink: EffectSink): void {
  const [archive, ...packed] = read.operands;
  if (archive !== undefined && archive.literal !== '-') sink.effect('write', zipName(archive.literal), archive);
  for (const word of packed) addOperandEffect(sink, 'read', word);
  if (has(read, '-m')) for (const word of read.operands.slice(1)) addOperandEffect(sink, 'delete', word);
}

/** Endings of files that are packed one by one; of the short ones a tar stays. */
const PACKED_ENDING = /(?:[.\-_]g?z|\.(?:bz2?|xz|lzma|zst))$/i;
const PACKED_TAR = /\.t(?:gz|az|bz2?|xz|lz|zst)$/i;

const unpackedName = (name: string): string => name.replace(PACKED_TAR, '.tar').replace(PACKED_ENDING, '');

/** The name of the file that a packer writes for another one; undefined if it is known only when it runs. */
function nameWritten(read: ParsedArguments<Word>, { literal }: Word, { ending, unpacks }: PackerNames) {
  if (literal === undefined || has(read, '-r')) return literal;
  if (!unpacks && !has(read, '-d', '--decompress', '--uncompress')) return `${literal}${ending}`;
  // The name is in the archive.
  return has(read, '-N') ? undefined : unpackedName(literal);
}

interface PackerNames {
  readonly ending: string;
  readonly unpacks?: boolean;
}

const belowIf = (isRead: boolean, isFollowing: boolean) => (isRead ? { isFollowing } : undefined);

const packer = (letters: string, names: PackerNames): ProgramDeclaration => ({
  options: {
    known: `-${letters} --decompress --uncompress --force --keep --quiet --stdout --to-stdout --test --verbose --list --best --fast`,
  },
  ...(letters.includes('r') && {
    trees: ['-r'],
    below: (read) => belowIf(has(read, '-r'), has(read, '-f', '--force')),
  }),
  says: (read, sink) => {
    for (const word of read.operands.filter(({ literal }) => literal !== '-')) {
      addOperandEffect(sink, 'read', word);
      if (has(read, '-c', '--stdout', '--to-stdout', '-t', '--test', '-l', '--list')) continue;
      sink.effect('write', nameWritten(read, word, names), word);
      if (!has(read, '-k', '--keep')) addOperandEffect(sink, 'delete', word);
    }
  },
});

/** The archive, then what is packed; behind the old options without a dash, which stay as written. */
const PACKED: ProgramDeclaration = { operands: 'path path*', rule: { isBoxed: true } };

const each = (words: string, declaration: ProgramDeclaration): ProgramDeclarations =>
  Object.fromEntries(words.split(' ').map((word) => [word, declaration]));

/** Programs that pack and unpack; in rules most of them stay as written, and what is unpacked does. */
export const ARCHIVES: ProgramDeclarations = {
  rsync: {
    options: {
      known:
        '-vqcarRbudlLkKHpEAXogDtSnWxhPzCi0468 -T=text -B=text --verbose --quiet --checksum --archive --recursive --relative --backup --update --dirs --links --copy-links --hard-links --perms --executability --acls --xattrs --owner --group --times --dry-run --whole-file --one-file-system --existing --ignore-existing --delete --delete-before --delete-during --delete-after --delete-excluded --force --max-size=text --min-size=text --partial --compress --exclude=text --exclude-from=text --include=text --include-from=text --human-readable --progress --stats --itemize-changes --bwlimit=text --info=text --port=text --timeout=text --size-only --safe-links --copy-dest=text --link-dest=text',
      unsure: '-e=text -f=text -M=text --rsh=text --rsync-path=text',
    },
    says: sayOfRsync,
    trees: ['-a', '-r', '--archive', '--recursive'],
    below: (read) => belowIf(has(read, '-L', '--copy-links', '-k'), true),
    rule: 'exact',
    needs: { isOutside: true },
  },
  tar: {
    versionWords: '--version',
    options: {
      boxed: '-ctvzjJ -f=path --create --list --file=path --verbose --gzip --bzip2 --xz',
      known:
        '-xrudahpPkmoOSWlUw -C=text -X=read -b=text -H=text -K=text -N=text -V=text --extract --get --append --update --diff --compare --delete --directory=text --gunzip --zstd --auto-compress --keep-old-files --overwrite --strip-components=text --exclude=text --exclude-from=read --no-same-owner --no-same-permissions --same-owner --preserve-permissions --wildcards --anchored --dereference --numeric-owner --owner=text --group=text --mtime=text --sort=text --touch --totals --transform=text --xattrs --acls --null --one-file-system --keep-newer-files --to-stdout',
      unsure: '-T=text -g=text -I=text -L=text --files-from=text',
    },
    hasBareOptions: true,
    opensTargets: true,
    says: sayOfTar,
    trees: ['*'],
    below: (read) => belowIf(has(read, ...PACKING), has(read, '-h', '--dereference')),
    rule: { isBoxed: true, operands: 'path*' },
    verbs: each('cf cvf czf cvzf czvf cjf cvjf cjvf cJf cvJf cJvf tf tvf tzf tvzf tzvf', PACKED),
  },
  zip: {
    versionWords: '--version',
    options: { known: '-0123456789rqvjmuDXyeg -x=text' },
    says: sayOfZip,
    trees: ['-r'],
    below: (read) => belowIf(has(read, '-r'), !has(read, '-y')),
    rule: 'exact',
  },
  unzip: {
    versionWords: '--version',
    options: { known: '-lqtvopnjcaCLUuxZ -d=text' },
    says: sayOfUnzip,
    trees: ['*'],
    rule: 'exact',
  },
  gzip: { ...packer('123456789cdfklnNqrtv', { ending: '.gz' }), versionWords: '--version' },
  gunzip: packer('cfklnNqrtv', { ending: '.gz', unpacks: true }),
  bzip2: packer('123456789cdfkqtvz', { ending: '.bz2' }),
  bunzip2: packer('cfkqv', { ending: '.bz2', unpacks: true }),
  xz: packer('0123456789cdefklqtvz', { ending: '.xz' }),
  unxz: packer('cfkqv', { ending: '.xz', unpacks: true }),
  zstd: packer('123456789cdfkqtv', { ending: '.zst' }),
  zcat: { options: { known: '-fv' }, operands: 'read*' },
};
