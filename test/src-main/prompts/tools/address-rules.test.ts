import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindOfAddress } from '../../../../src-main/prompts/tools/address-rules.ts';

describe('addresses', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '192.167.1.1',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('%s is open', (address) => expect(kindOfAddress(address)).toBe('open'));

  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '::1',
    '[::1]',
    '::',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:53aa:64c:0:5efe:7f00:1',
    '2001::1',
    '2001:db8::1',
    '2a00::5efe:7f00:1',
    '3fff::1',
    'fec0::1',
    '100::1',
  ])('%s is inside', (address) => expect(kindOfAddress(address)).toBe('inside'));

  test.each([
    '169.254.169.254',
    '169.254.0.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    '2a00::5efe:a9fe:a9fe',
    'not an address',
    '',
    '127.1',
  ])('%s is nobody’s to ask for', (address) => expect(kindOfAddress(address)).toBe('never'));

  test('an IPv4 address inside an IPv6 one is never open', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '64:ff9b::', '64:ff9b:1::'), (inner, prefix) => {
        expect(kindOfAddress(prefix + inner)).not.toBe('open');
      }),
    );
  });
});
