import { BlockList, isIP } from 'node:net';

/** `open`: the public network; `inside`: this machine, a private or special network; `never`: nobody's to ask for. */
export type AddressKind = 'open' | 'inside' | 'never';

/** The special-purpose registries of IANA (RFC 6890 and what came after), and the servers by which clouds tell their machines secrets. */
const INSIDE_V4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
]);
const NEVER_V4 = blockList('ipv4', [
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata: Alibaba, Azure, Oracle.
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
]);
const GLOBAL_V6 = blockList('ipv6', ['2000::/3']);
/** Parts of those ranges that are special after all: protocol assignments (Teredo among them), documentation, 6to4. */
const INSIDE_V6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const NEVER_V6 = blockList('ipv6', ['fe80::/10', 'ff00::/8', 'fd00:ec2::254/128', 'fd20:ce::254/128']);

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Determines the kind of an address, in any notation; anything else is `never`. */
export function kindOfAddress(text: string): AddressKind {
  const address = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 4) return kindOfV4(address);
  return family === 6 ? kindOfV6(address) : 'never';
}

function kindOfV4(address: string): AddressKind {
  if (NEVER_V4.check(address, 'ipv4')) return 'never';
  return INSIDE_V4.check(address, 'ipv4') ? 'inside' : 'open';
}

function kindOfV6(address: string): AddressKind {
  if (NEVER_V6.check(address, 'ipv6')) return 'never';
  const groups = groupsOf(address);
  if (embeddedIn(groups).some((inner) => NEVER_V4.check(inner, 'ipv4'))) return 'never';
  // What carries an IPv4 address (mapped, NAT64, 6to4, ISATAP) is a way around the rules for that one.
  if (isIsatap(groups)) return 'inside';
  return GLOBAL_V6.check(address, 'ipv6') && !INSIDE_V6.check(address, 'ipv6') ? 'open' : 'inside';
}

/** IPv4 addresses in the places where translating networks keep them. */
function embeddedIn(groups: readonly number[]): string[] {
  const isLow = groups.slice(0, 5).every((group) => group === 0);
  const isNat64 = groups[0] === 0x64 && groups[1] === 0xff9b;
  const found: string[] = [];
  if (isLow || isNat64 || isIsatap(groups)) found.push(dottedAddress(groups[6], groups[7]));
  if (groups[0] === 0x2002) found.push(dottedAddress(groups[1], groups[2]));
  return found;
}

const isIsatap = (groups: readonly number[]) => groups[5] === 0x5efe && ((groups[4] ?? 0) & 0xfdff) === 0;

function dottedAddress(high = 0, low = 0): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Eight numbers; the platform writes an address in one way, whatever way it came in. */
function groupsOf(address: string): number[] {
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}
