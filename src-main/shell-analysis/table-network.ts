import { options, type Read } from './options.ts';
import { give, givenOf, gnu, has, type Program, program, type Say } from './program.ts';

/** The host of an address; the address itself when it is not like one. */
export function hostOf(address: string): string {
  const bare = address.replace(/^[a-z][\w+.-]*:\/\//i, '');
  const authority = bare.split(/[/?#]/)[0] ?? '';
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d+$/, '');
}

function sendTo(say: Say, read: Read): void {
  for (const word of read.operands)
    say.effect('send', word.literal === undefined ? undefined : hostOf(word.literal), word);
}

const CURL_LONG =
  'silent show-error fail fail-with-body location head include verbose compressed insecure get http1.1 http2 ipv4 ipv6 no-progress-meter progress-bar request= header= data= data-raw= data-binary= data-urlencode= form= json= url= user= user-agent= referer= cookie= cookie-jar= output= output-dir= remote-name remote-header-name create-dirs max-time= connect-timeout= retry= retry-delay= retry-connrefused upload-file= dump-header= write-out= proxy= range= oauth2-bearer=';

const SENDS_DATA = /^(?:-d|--data|--data-binary|--data-urlencode|--json|-H|--header)$/;

function curlData(read: Read, say: Say): void {
  sendTo(say, read);
  for (const { name, value, word } of read.given) {
    if (name === '--url') say.effect('send', value === undefined ? undefined : hostOf(value), word);
    const file = fileSent(name, value);
    if (file !== false) say.effect('read', file, word);
  }
  if (has(read, '-O', '--remote-name', '-J', '--remote-header-name'))
    say.effect('write', givenOf(read, '--output-dir')?.value ?? '.');
  if (!has(read, '-q', '--disable')) say.doubt('curl-settings');
}

/** The file whose text an option sends; false when it sends none. */
function fileSent(name: string, value: string | undefined): string | undefined | false {
  const isForm = name === '-F' || name === '--form';
  if (!isForm && !SENDS_DATA.test(name)) return false;
  if (value === undefined) return undefined;
  const file = (isForm ? /=[@<]([^;,]*)/ : /^[^@=]*@(.*)$/).exec(value)?.[1];
  return file === undefined || file === '-' ? false : file;
}

function wget(read: Read, say: Say): void {
  sendTo(say, read);
  const output = givenOf(read, '-O', '--output-document');
  if (output === undefined && !has(read, '--spider'))
    say.effect('write', givenOf(read, '-P', '--directory-prefix')?.value ?? '.');
  say.doubt('settings-files');
}

/** `host:path` on another machine, or a file here. */
function scp(read: Read, say: Say): void {
  const [last] = read.operands.slice(-1);
  for (const word of read.operands) {
    const remote = /^(?:(?:scp|sftp):\/\/)?([^/:]+):/.exec(word.literal ?? '')?.[1];
    if (remote !== undefined) say.effect('send', remote, word);
    else give(say, word === last ? 'write' : 'read', word);
  }
}

function firstIsHost(read: Read, say: Say): void {
  for (const word of read.operands.slice(0, 1)) say.effect('send', word.literal, word);
}

/** Programs that reach other machines. None of them is ever surely harmless. */
export const NETWORK: Readonly<Record<string, Program>> = {
  curl: program(options('sSfLIiv46kGgNOJRaq#0nlZ', 'XHdFoTuAebcmwxrDyYzCEKPQtU', CURL_LONG), {
    operands: () => {},
    also: curlData,
    roles: {
      '-o': 'write',
      '--output': 'write',
      '-T': 'read',
      '--upload-file': 'read',
      '-D': 'write',
      '--dump-header': 'write',
      '-c': 'write',
      '--cookie-jar': 'write',
      '-K': 'unsure',
      '-Q': 'unsure',
      '-E': 'read',
    },
  }),
  wget: program(
    options(
      'qvSncNdbckrlpHLEi46',
      'OPoaieUtTwQRAX',
      'quiet verbose output-document= directory-prefix= spider continue timeout= tries= no-check-certificate recursive level= no-verbose header= user-agent= post-data= post-file= method= body-data= body-file= mirror no-clobber timestamping input-file=',
    ),
    {
      operands: () => {},
      also: wget,
      recursive: ['-r', '--recursive', '--mirror'],
      roles: {
        '-O': 'write',
        '--output-document': 'write',
        '-o': 'write',
        '-a': 'write',
        '-i': 'unsure',
        '-e': 'unsure',
        '--input-file': 'unsure',
        '--post-file': 'read',
        '--body-file': 'read',
      },
    },
  ),
  scp: program(options('346ABCpqrRTv', 'cDFiJloPSX'), {
    operands: scp,
    recursive: ['-r'],
    roles: { '-F': 'unsure', '-S': 'unsure', '-o': 'unsure', '-J': 'send', '-i': 'read', '-D': 'unsure' },
  }),
  sftp: program(options('', ''), {
    isLenient: true,
    operands: firstIsHost,
    also: (_, say) => say.doubt('copies-by-input'),
  }),
  nc: netcat(),
  ncat: netcat(),
  netcat: netcat(),
  socat: program(options('', ''), {
    isLenient: true,
    operands: 'send',
    also: (_, say) => say.doubt('opens-and-runs'),
  }),
  telnet: program(options('', ''), { isLenient: true, operands: firstIsHost }),
  ftp: program(options('', ''), {
    isLenient: true,
    operands: firstIsHost,
    also: (_, say) => say.doubt('copies-by-input'),
  }),
  ping: program(options('46abBdDfLnOqrRUv', 'cFiIlmMpQsStTwW'), { operands: 'send' }),
  ping6: program(options('46abBdDfLnOqrRUv', 'cFiIlmMpQsStTwW'), { operands: 'send' }),
  traceroute: program(options('', ''), { isLenient: true, operands: firstIsHost }),
  dig: program(options('', ''), { isLenient: true, operands: 'send' }),
  host: program(options('', ''), { isLenient: true, operands: 'send' }),
  nslookup: program(options('', ''), { isLenient: true, operands: 'send' }),
  whois: program(options('', ''), { isLenient: true, operands: 'send' }),
  openssl: gnu('', '', {
    isLenient: true,
    operands: () => {},
    also: (_, say) => say.doubt('by-subcommand'),
  }),
};

function netcat(): Program {
  return program(options('46bCDdFhklNnrStUuvZz', 'IiMmOPpqsTVWwXx'), {
    operands: firstIsHost,
    also: (_, say) => say.doubt('sends-input'),
  });
}
