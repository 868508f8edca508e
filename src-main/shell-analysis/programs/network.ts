import type { EffectSink } from '../effect-sink.ts';
import type { Word } from '../model.ts';
import { sayInTarget } from './copy-targets.ts';
import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { neverEnds, unless, withOption } from './endless.ts';
import { addOperandEffect, firstNames } from './operand-effects.ts';
import { givenOf, has, type ParsedArguments } from './parsed-arguments.ts';
import type { GivenOption } from './read-arguments.ts';

/** The host of an address; the address itself when it is not like one. */
function hostOf(address: string): string {
  const bare = address.replace(/^[a-z][\w+.-]*:\/\//i, '');
  const authority = bare.split(/[/?#]/)[0] ?? '';
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d+$/, '');
}

/** Gives the host of an address, or the file that one of this machine names. */
function sendTo(address: string | undefined, word: Word, sink: EffectSink): void {
  const file = /^file:(?:\/\/[^/]*)?(.*)$/is.exec(address ?? '')?.[1];
  if (file === undefined) sink.effect('send', address === undefined ? undefined : hostOf(address), word);
  else sink.effect('read', /[%[\]{}]/.test(file) ? undefined : file, word);
}

const SENDS_DATA = /^(?:-d|--data|--data-binary|--data-urlencode|--json|-H|--header)$/;

function sayOfCurl(read: ParsedArguments<Word>, sink: EffectSink): void {
  for (const word of read.operands) sendTo(word.literal, word, sink);
  for (const given of read.given) {
    const { name, value, word } = given;
    if (name === '--url') sendTo(value, word, sink);
    if (name === '-o' || name === '--output') sayOutput(read, given, sink);
    const file = fileSent(given);
    if (file !== false) sink.effect('read', file, word);
  }
  sayNamedByAddress(read, sink);
  if (!has(read, '-q', '--disable')) sink.doubt('curl-settings');
}

/** Gives the files of `curl -O`. */
function sayNamedByAddress(read: ParsedArguments<Word>, sink: EffectSink): void {
  const isNamedBySender = has(read, '-J', '--remote-header-name');
  if (!isNamedBySender && !has(read, '-O', '--remote-name')) return;
  const folder = givenOf(read, '--output-dir');
  const urls = read.given
    .filter(({ name }) => name === '--url')
    .map(({ word, value }) => ({ ...word, literal: value }));
  const nameOf = isNamedBySender ? () => undefined : curlName;
  for (const word of [...read.operands, ...urls])
    sayFetched(word, { folder: folder ? folder.value : '.', nameOf }, sink);
}

interface FetchedNames {
  /** Folder of the file; undefined if it is known only when it runs. */
  readonly folder: string | undefined;
  /** The name of the file for an address; undefined if it is known only when it runs, empty if there is none. */
  readonly nameOf: (address: string) => string | undefined;
}

/** Gives the file that is named by the address it comes from. */
function sayFetched(word: Word, { folder, nameOf }: FetchedNames, sink: EffectSink): void {
  const name = word.literal === undefined ? undefined : nameOf(word.literal);
  if (name === '') sink.effect('write', folder, word);
  else sink.effect('write', folder === undefined || name === undefined ? undefined : `${folder}/${name}`, word);
}

/** The last name in an address, before what it asks; empty if there is none, undefined for one that is not taken as it is. */
function lastName(address: string): string | undefined {
  const [path = ''] = address.replace(/^[a-z][\w+.-]*:\/\//i, '').split(/[?#]/);
  const name = path.includes('/') ? path.slice(path.lastIndexOf('/') + 1) : '';
  return name === '.' || name === '..' ? undefined : name;
}

const curlName = (address: string): string | undefined => (/[[\]{}]/.test(address) ? undefined : lastName(address));

/** Name that wget gives a file, with what the address asks; what is encoded in it is put in plain. */
function wgetName(address: string): string | undefined {
  const asked = /\?[^#]*/.exec(address)?.[0].replaceAll('/', '%2F') ?? '';
  const name = address.includes('%') ? undefined : lastName(address);
  return name === undefined ? undefined : `${name || 'index.html'}${asked}`;
}

/** Gives the file that an answer is put in, where that is not as it is written. */
function sayOutput(read: ParsedArguments<Word>, { value, word }: GivenOption<Word>, sink: EffectSink): void {
  const folder = givenOf(read, '--output-dir');
  const isPattern = value === undefined || /#\d/.test(value);
  if (isPattern) sink.effect('write', undefined, word);
  else if (folder !== undefined && value !== '-')
    sink.effect('write', folder.value === undefined ? undefined : `${folder.value}/${value}`, word);
}

/** The file whose text an option sends; false if it sends none. */
function fileSent({ name, value }: Pick<GivenOption<Word>, 'name' | 'value'>): string | undefined | false {
  const isForm = name === '-F' || name === '--form';
  if (!isForm && !SENDS_DATA.test(name)) return false;
  if (value === undefined) return undefined;
  const file = (isForm ? /=[@<]([^;,]*)/ : /^[^@=]*@(.*)$/).exec(value)?.[1];
  return file === undefined || file === '-' ? false : file;
}

function sayOfWget(read: ParsedArguments<Word>, sink: EffectSink): void {
  for (const word of read.operands) sendTo(word.literal, word, sink);
  const prefix = givenOf(read, '-P', '--directory-prefix');
  const folder = prefix ? prefix.value : '.';
  const isOne = has(read, '-O', '--output-document');
  if (has(read, '-r', '--recursive', '-m', '--mirror', '-p')) sink.effect('write', folder);
  else if (!isOne && !has(read, '--spider'))
    for (const word of read.operands) sayFetched(word, { folder, nameOf: wgetName }, sink);
  sink.doubt('settings-files');
}

/** `host:path` on another machine, or a file here. */
function sayOfScp(read: ParsedArguments<Word>, sink: EffectSink): void {
  const [last] = read.operands.slice(-1);
  for (const word of read.operands) {
    const remote = /^(?:(?:scp|sftp):\/\/)?([^/:]+):/.exec(word.literal ?? '')?.[1];
    if (remote !== undefined) sink.effect('send', remote, word);
    else if (word === last) sayInTarget(word, read.operands.slice(0, -1), sink);
    else addOperandEffect(sink, 'read', word);
  }
}

const OUTSIDE = { isOutside: true } as const;
const LOOKUP: ProgramDeclaration = { isLenient: true, operands: 'send*' };
const FIRST_IS_HOST: ProgramDeclaration = { isLenient: true, says: firstNames('send') };
const COPIES_BY_INPUT: ProgramDeclaration = { ...FIRST_IS_HOST, saysToo: (_, sink) => sink.doubt('copies-by-input') };
const PING: ProgramDeclaration = {
  options: {
    known:
      '-46abBdDfLnOqrRUv -c=text -F=text -i=text -I=text -l=text -m=text -M=text -p=text -Q=text -s=text -S=text -t=text -T=text -w=text -W=text',
  },
  operands: 'send*',
  endless: unless(withOption('cw', '--count')),
};
const NETCAT: ProgramDeclaration = {
  options: {
    known:
      '-46bCDdFhklNnrStUuvZz -I=text -i=text -M=text -m=text -O=text -P=text -p=text -q=text -s=text -T=text -V=text -W=text -w=text -X=text -x=text',
  },
  says: firstNames('send'),
  saysToo: (_, sink) => sink.doubt('sends-input'),
  endless: withOption('lk'),
};

const LIST =
  '-L=number --limit=number -s=open|closed|all|merged --state=open|closed|all|merged -A=name --author=name -l=text --label=text --json=text --draft';
const VIEW: ProgramDeclaration = { options: { open: '-c --comments --json=text' }, operands: 'number', rule: {} };
const STATUS: ProgramDeclaration = { options: { open: '--json=text' }, rule: {} };
const LISTED: ProgramDeclaration = { options: { open: LIST }, rule: {} };

/** Programs that reach other machines: none is surely harmless, and in rules addresses and data stay as written. */
export const NETWORK: ProgramDeclarations = {
  curl: {
    versionWords: '--version',
    options: {
      known:
        '-sSfLIiv46kGgNOJRaq#0nlZ -X=text -H=text -d=text -F=text -o=write -T=read -u=text -A=text -e=text -b=text -c=write -m=text -w=text -x=text -r=text -D=write -y=text -Y=text -z=text -C=text -E=read -P=text -t=text -U=text --silent --show-error --fail --fail-with-body --location --head --include --verbose --compressed --insecure --get --http1.1 --http2 --ipv4 --ipv6 --no-progress-meter --progress-bar --request=text --header=text --data=text --data-raw=text --data-binary=text --data-urlencode=text --form=text --json=text --url=text --user=text --user-agent=text --referer=text --cookie=text --cookie-jar=write --output=write --output-dir=text --remote-name --remote-header-name --create-dirs --max-time=text --connect-timeout=text --retry=text --retry-delay=text --retry-connrefused --upload-file=read --dump-header=write --write-out=text --proxy=text --range=text --oauth2-bearer=text',
      unsure: '-K=text -Q=text',
    },
    opensTargets: true,
    says: sayOfCurl,
    rule: 'exact',
  },
  wget: {
    versionWords: '--version',
    options: {
      known:
        '-qvSncNdbkrlpHLE46 -O=write -P=text -o=write -a=write -U=text -t=text -T=text -w=text -Q=text -R=text -A=text -X=text --quiet --verbose --output-document=write --directory-prefix=text --spider --continue --timeout=text --tries=text --no-check-certificate --recursive --level=text --no-verbose --header=text --user-agent=text --post-data=text --post-file=read --method=text --body-data=text --body-file=read --mirror --no-clobber --timestamping',
      unsure: '-i=text -e=text --input-file=text',
    },
    opensTargets: true,
    says: sayOfWget,
    trees: ['-r', '--recursive', '--mirror'],
    rule: 'exact',
  },
  scp: {
    options: {
      known: '-346ABCpqrRTv -c=text -i=read -J=send -l=text -P=text -X=text',
      unsure: '-D=text -F=text -o=text -S=text',
    },
    says: sayOfScp,
    trees: ['-r'],
    rule: 'exact',
    needs: OUTSIDE,
  },
  sftp: { ...COPIES_BY_INPUT, needs: OUTSIDE },
  nc: NETCAT,
  ncat: { ...NETCAT, endless: withOption('lk', '--listen') },
  netcat: NETCAT,
  socat: { ...LOOKUP, saysToo: (_, sink) => sink.doubt('opens-and-runs'), endless: neverEnds },
  telnet: FIRST_IS_HOST,
  ftp: COPIES_BY_INPUT,
  ping: PING,
  ping6: PING,
  traceroute: FIRST_IS_HOST,
  dig: LOOKUP,
  host: LOOKUP,
  nslookup: LOOKUP,
  whois: LOOKUP,
  openssl: {
    versionWords: '--version',
    isLenient: true,
    saysToo: (_, sink) => sink.doubt('by-subcommand'),
  },
  gh: {
    opaque: 'tool',
    rule: 'exact',
    needs: OUTSIDE,
    verbs: {
      pr: {
        verbs: {
          list: LISTED,
          status: STATUS,
          view: VIEW,
          diff: { options: { open: '--name-only --patch --color=always|never|auto' }, operands: 'number', rule: {} },
          checks: { options: { open: '--required --json=text' }, operands: 'number', rule: {} },
        },
      },
      issue: { verbs: { list: LISTED, status: STATUS, view: VIEW } },
      run: {
        verbs: {
          list: { options: { open: '-L=number --limit=number --json=text' }, rule: {} },
          view: { options: { open: '-v --log --log-failed --json=text' }, operands: 'number', rule: {} },
        },
      },
    },
  },
};
