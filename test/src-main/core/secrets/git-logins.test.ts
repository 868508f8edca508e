import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsLogin, withoutLogins } from '#core/secrets/git-logins';
import { cpuMsOf } from '../../../support/time-taken.ts';

const CONFIG = `[core]
	bare = false
[remote "origin"]
	url = https://me:canary@example.org/x.git
[http]
	extraheader = Authorization: canary \\
		canary
	proxy = http://proxy.example.org
[sendemail] smtpPass = x
	smtpPassword = canary
[credential] helper = "!echo canary"
[url "https://ghp_canarycanarycanary@github.com/"] insteadOf = gh:
`;

test('passwords, tokens and headers go, and all else stays as it was', () => {
  expect(withoutLogins(CONFIG)).toBe(`[core]
	bare = false
[remote "origin"]
	url = https://removed@example.org/x.git
[http]
 # extraheader: removed
	proxy = http://proxy.example.org
[sendemail] smtpPass = x
 # smtpPassword: removed
[credential] # helper: removed
[url "https://removed@github.com/"] insteadOf = gh:
`);
});

test('what is left logs nobody in, and a text without logins is not touched', () => {
  const piece = fc.constantFrom(
    '[a]',
    '[http "x"] ',
    'extraheader',
    'my_token',
    'helper',
    ' = ',
    '=',
    '"!f',
    '\\\n',
    '\n',
    '\t',
    ' ',
    'https://u:p@h/',
    'ftp://aaaaaaaaaaaaaaaaaaaaaaaa@h',
    'password',
    'url',
    '\\',
    '"',
    '#',
    'x',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const left = withoutLogins(text);
      expect(holdsLogin(left)).toBe(false);
      expect(withoutLogins(left)).toBe(left);
      if (!text.includes('://') && !holdsLogin(text)) expect(left).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test('a file of nothing but line ends and blanks is read at once', () => {
  for (const blank of ['\n', '\r', '\t\n', '\u2028']) {
    const config = `[core]${blank.repeat(60_000)}`;
    expect(cpuMsOf(() => holdsLogin(config))).toBeLessThan(1000);
    expect(holdsLogin(`${config}\n \t token = x`)).toBe(true);
  }
});
