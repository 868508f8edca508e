import type { Read } from './options.ts';
import { options } from './options.ts';
import { give, gnu, type Program, program, type Say, secondWrites } from './program.ts';

const READS = { operands: 'read' } as const;

function dateOperands(read: Read, say: Say): void {
  for (const word of read.operands) if (!word.literal?.startsWith('+')) say.doubt('sets-clock', word);
}

/** Programs that read files, folders and the system, with every option that is known to change nothing. */
export const READERS: Readonly<Record<string, Program>> = {
  ls: gnu(
    'aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1:ITw',
    'all almost-all author escape block-size= ignore-backups color? directory dired classify? file-type format= full-time group-directories-first no-group human-readable si dereference-command-line dereference-command-line-symlink-to-dir hide= hyperlink? indicator-style= inode ignore= kibibytes dereference numeric-uid-gid literal hide-control-chars show-control-chars quote-name quoting-style= reverse recursive size sort= time= time-style= tabsize= width= context zero',
    { ...READS, otherwise: '.', recursive: ['-R', '--recursive'] },
  ),
  tree: gnu('adfghilnpqrstuvACDFJNQSUXx:HILPTo', 'dirsfirst filelimit= gitignore noreport inodes du si prune', {
    ...READS,
    otherwise: '.',
    recursive: ['*'],
    roles: { '-o': 'write' },
  }),
  stat: gnu('Lft:c', 'dereference file-system cached= format= printf= terse', READS),
  file: gnu(
    'bEhikLNnprsv0:eFmP',
    'brief mime mime-type mime-encoding dereference no-dereference no-pad print0 exclude= separator= keep-going raw',
    { ...READS, roles: { '-m': 'read' } },
  ),
  du: gnu(
    '0abcDhHklLmPsSx:BdtX',
    'null all apparent-size block-size= bytes total dereference-args max-depth= human-readable inodes dereference no-dereference separate-dirs si summarize threshold= time? time-style= exclude-from= exclude= one-file-system',
    { ...READS, otherwise: '.', recursive: ['*'], roles: { '-X': 'read', '--exclude-from': 'read' } },
  ),
  df: gnu(
    'ahHiklPTv:Btx',
    'all block-size= human-readable si inodes local output? portability total type= print-type exclude-type= no-sync',
    READS,
  ),
  diff: gnu(
    'abBcdeEiNnpqrstTuwyZ:CDFIlSUWxX',
    'normal brief report-identical-files context? unified? ed rcs side-by-side width= left-column suppress-common-lines show-c-function show-function-line= label= expand-tabs initial-tab tabsize= recursive no-dereference new-file ignore-case ignore-tab-expansion ignore-trailing-space ignore-space-change ignore-all-space ignore-blank-lines ignore-matching-lines= text strip-trailing-cr minimal speed-large-files color? exclude= exclude-from=',
    { ...READS, recursive: ['-r', '--recursive'], roles: { '-X': 'read', '--exclude-from': 'read' } },
    { flags: 'abBcdeEiNnpqrstTuwyZ0123456789' },
  ),
  cmp: gnu('bls:in', 'print-bytes ignore-initial= verbose bytes= quiet silent', {
    operands: (read, say) => {
      for (const word of read.operands.slice(0, 2)) give(say, 'read', word);
    },
  }),
  od: gnu('abcdfilosxv:AjNStw', 'address-radix= skip-bytes= read-bytes= format= output-duplicates width?', READS),
  hexdump: gnu('bcCdovx:efnsL', 'canonical length= skip= no-squeezing', { ...READS, roles: { '-f': 'read' } }),
  xxd: gnu('abeEiupC:cglnos', '', { operands: secondWrites }),
  strings: gnu('afow:ents', 'all bytes= radix= encoding= print-file-name', READS),
  base64: gnu('di:w', 'decode ignore-garbage wrap=', READS),
  base32: gnu('di:w', 'decode ignore-garbage wrap=', READS),
  ...Object.fromEntries(
    ['md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'b2sum'].map((name) => [
      name,
      gnu('btcwz:l', 'binary text tag zero ignore-missing quiet status strict warn check length=', {
        ...READS,
        roles: { '-c': 'unsure', '--check': 'unsure' },
      }),
    ]),
  ),
  cksum: gnu('', '', READS),
  sum: gnu('rs', 'sysv', READS),
  readlink: gnu(
    'femnqsvz',
    'canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero',
    READS,
  ),
  realpath: gnu(
    'eLmPqsz',
    'canonicalize-existing canonicalize-missing logical physical quiet relative-to= relative-base= strip no-symlinks zero',
    READS,
  ),
  basename: gnu('az:s', 'multiple suffix= zero'),
  dirname: gnu('z', 'zero'),
  date: gnu(
    'uR:drfsI',
    'date= file= iso-8601? rfc-3339= reference= rfc-email utc universal set= debug',
    {
      operands: dateOperands,
      roles: { '-r': 'read', '--reference': 'read', '-f': 'read', '--file': 'read', '-s': 'unsure', '--set': 'unsure' },
    },
    { valued: 'drfs', optional: 'I' },
  ),
  cal: gnu('13jmnsSyYw:ABC', ''),
  uname: gnu(
    'asnrvmpio',
    'all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system',
  ),
  arch: gnu('', ''),
  nproc: gnu('', 'all ignore='),
  whoami: gnu('', ''),
  id: gnu('aGgnruzZ', 'group groups name real user zero context'),
  groups: gnu('', ''),
  hostname: program(options('sfidIyA', '', 'short fqdn long ip-address all-ip-addresses'), { operands: 'unsure' }),
  uptime: gnu('ps', 'pretty since'),
  free: gnu('bkmghltvw:cs', 'bytes kibi mebi gibi human wide total si'),
  tty: gnu('s', 'silent quiet'),
  sleep: gnu('', ''),
  expr: program(options(''), { isLenient: true }),
  factor: gnu('', ''),
  numfmt: gnu(
    'z:d',
    'from= to= format= padding= suffix= field= delimiter= header? invalid= round= grouping from-unit= to-unit=',
  ),
  which: program(options('as')),
  yes: program(options(''), { isLenient: true }),
  ps: program(
    options(
      'AadefFHjlLMNTwZyuxcghmrvSnX',
      'CGgOopqstU',
      'forest headers no-headers pid= ppid= sort= user= cols= width= format=',
    ),
    { operands: 'text' },
  ),
};
