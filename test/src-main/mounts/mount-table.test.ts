import { expect, test } from 'vitest';
import { parseMountTable } from '../../../src-main/mounts/mount-table.ts';

test('places are read with their odd names, and options and kinds beside optional fields', () => {
  const text = Buffer.concat([
    Buffer.from('41 185 7:0 / /a\\040b\\012c\\134d ro,nosuid,nodev shared:1 master:2 - squashfs /dev/loop0 ro\n'),
    Buffer.from('42 41 0:53 / /x'),
    Buffer.of(0xff),
    Buffer.from(' rw,relatime - overlay overlay rw,lowerdir=a:b\n'),
  ]);
  expect(parseMountTable(text)).toEqual([
    { place: '/a b\nc\\d', kind: 'squashfs', options: ['ro', 'nosuid', 'nodev'] },
    { place: '/x\udcff', kind: 'overlay', options: ['rw', 'relatime'] },
  ]);
});
