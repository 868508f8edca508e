import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bytesInMemory, checkImage } from '#images';
import { checkData } from '../../../src-main/images/check/check-data.ts';
import type { InodeJudge } from '../../../src-main/images/check/judge-inodes.ts';
import { ImageError } from '../../../src-main/images/image-error.ts';
import { loadCodec } from '../../../src-main/images/squashfs/codecs/codec.ts';
import { loadUnpackAside } from '../../../src-main/images/squashfs/codecs/unpack-aside.ts';
import { loadWasm } from '../../../src-main/images/squashfs/codecs/zstd.ts';
import { frameBound } from '../../../src-main/images/squashfs/codecs/zstd-frame.ts';
import { RecentFragments } from '../../../src-main/images/squashfs/data-block.ts';
import { readFragment } from '../../../src-main/images/squashfs/file-data.ts';
import { Unpacker } from '../../../src-main/images/squashfs/metadata.ts';
import type { Squashfs } from '../../../src-main/images/squashfs/open-squashfs.ts';
import { readEntries } from '../../support/read-entries.ts';
import { propertySeed } from '../../support/seeded-properties.ts';
import { casesOf, fixture } from './support/image-fixtures.ts';
import { writtenImage } from './support/memory-sink.ts';

const COUNT = process.env.SIGMA_TEST_LONG === '1' ? 1000 : 200;
const MAX_MEMORY = 200 * 1024 * 1024;

/** Numbers that look drawn by lot, the same in each run. */
function lots(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test(`${COUNT} flipped or cut images are read or refused, by a class, without hanging or filling memory`, async () => {
  const lot = lots(propertySeed(process.env.SIGMA_TEST_SEED));
  const images = [
    fixture('three-layers.squashfs'),
    ...casesOf('squashfs-read').map(({ input }) => Buffer.from((input as { image: string }).image, 'base64')),
  ].filter((image) => image.length > 96);
  expect(images.length).toBeGreaterThan(20);
  const classes = new Set<string>();
  const before = process.memoryUsage().rss;
  for (let at = 0; at < COUNT; at++) {
    const image = Buffer.from(images[lot(images.length)] as Buffer);
    for (let flips = 1 + lot(4); flips > 0; flips--) {
      const place = lot(2) === 0 ? lot(96) : lot(image.length);
      image[place] = (image[place] as number) ^ (1 << lot(8));
    }
    const source = bytesInMemory(lot(10) === 0 ? image.subarray(0, lot(image.length)) : image);
    const { findings } = await checkImage(source, { data: true });
    classes.add(findings[0]?.defect ?? 'ok');
    await readEntries(source).catch((error: unknown) => {
      if (!(error instanceof ImageError)) throw error;
    });
  }
  expect([...classes]).toEqual(expect.arrayContaining(['ok', 'table', 'data', 'not-squashfs', 'codec', 'truncated']));
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_MEMORY);
}, 120_000);

test('shared blocks that begin at one place are told apart, whichever is read first', () => {
  const source = bytesInMemory(Buffer.from('0123456789'));
  const image = { unpacker: new Unpacker(source, () => Buffer.from('unpacked')) } as unknown as Squashfs;
  const read = (size: number, isStored: boolean) =>
    readFragment(image, { block: { start: 2, size, isStored, length: 4096 }, least: 3 }).toString();
  expect([read(3, true), read(5, true), read(5, false), read(3, true)]).toEqual(['234', '23456', 'unpacked', '234']);
});

const FOUR_MB = 4 * 1024 * 1024;

describe('a block never comes to more than it may', () => {
  /** 4 MiB of zeros. */
  const BOMBS: Readonly<Record<'gzip' | 'xz' | 'zstd', string>> = {
    gzip: deflateSync(Buffer.alloc(FOUR_MB)).toString('base64'),
    xz: '/Td6WFoAAAFpIt42AgAhARYAAAB0L+Wj//8RAWxdAABv/f//o7f/Rz5IFXI5YVG4kijmo4YH+e7kHoLTL8U6PAFLsX7JiopNL6MN2X+m44wjEVPgWRjFdYrid/i2lH8MasDedElk4ulcU7IE2PdEDKtfDW1G6eXDdoi3llestk3haR1v+0uIEGxCy4g/XACP0E6vJiiUcR89jyThcJ6nI1/sKMuF0ZWYin4qkfIndfcZwAaYTZj92K/VkA/EJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvS5fqg8+S2ZCkBMO/xCT+HF4WfgLzf+VKEYPqfx83vuaMC5WwI+F84OBwGXEJVP49ZE2MQWlsO5vwXBNRwzRkRGqrWAdus6xJxhcWYbpZlJYvul2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMsqbN+1O/DEvEgn5lif/xABKwDsc1On/b6ufDEan7eNMW5wnqcjX+woy4XRlZiKfiqR8id19xnABphNmP3Yr9WQD8QlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS9Ll+qDz5LZkKQEw7/EJP4cXhZ+AvN/5UoRg+p/Hze+5owLlbAj4Xzg4HAZcQlU/j1kTYxBaWw7m/BcE1HDNGREaqtYB26zrEnGFxZhulmUli+6XasWeTlWwUI+cfarfz7Uit0zR5bIEL53VM9+ClkCTuAyyps37U78MS9Ll+qDz5LZkKQEw7/EJP4cXhZ+AvN/5UoRg+p/Hze+5owLlbAj4Xzg4HAZcQlUQ8/soAB3AAFAEHqpi0AAGpARxEAAcAFgICAAsURvMM+MA2LAgAAAAABWVo=',
    zstd: 'KLUv/aAAAEAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAMAEAA=',
  };

  test.each(Object.entries(BOMBS))('%s', async (name, packed) => {
    const unpack = await loadCodec(name as keyof typeof BOMBS);
    expect(() => unpack(Buffer.from(packed, 'base64'), 8192)).toThrow();
  });

  test('zstd as WebAssembly', async () => {
    const { fetch } = globalThis;
    const unpack = await loadWasm();
    expect(globalThis.fetch).toBe(fetch);
    const packed = Buffer.from(BOMBS.zstd, 'base64');
    expect(() => unpack(packed, 8192)).toThrow();
    expect(unpack(packed, FOUR_MB).equals(Buffer.alloc(FOUR_MB))).toBe(true);
    expect(() => unpack(packed.subarray(0, -2), FOUR_MB)).toThrow();
  });

  test.each(['gzip', 'zstd'] as const)('%s in the pool', async (name) => {
    const unpack = await loadUnpackAside(name);
    await expect(unpack?.(Buffer.from(BOMBS[name], 'base64'), 8192)).rejects.toThrow();
  });

  test('the headers of zstd bound what a frame comes to', () => {
    const packed = Buffer.from(BOMBS.zstd, 'base64');
    expect(frameBound(packed)).toBe(FOUR_MB);
    expect(frameBound(packed.subarray(0, -1))).toBeUndefined();
    expect(frameBound(Buffer.concat([packed, packed]))).toBeUndefined();
    // A window of 4 MiB, and a dictionary.
    expect(frameBound(Buffer.from('28b52ffd0060010000', 'hex'))).toBeUndefined();
    expect(frameBound(Buffer.from('28b52ffd2107000000000000', 'hex'))).toBeUndefined();
    // An empty frame with a window of 1 KiB.
    expect(frameBound(Buffer.from('28b52ffd0000010000', 'hex'))).toBe(0);
  });

  test('lz4', async () => {
    const unpack = await loadCodec('lz4');
    const bomb = Buffer.from([0x1f, 0, 1, 0, ...Array.from({ length: 400 }, () => 255), 0, 0]);
    expect(() => unpack(bomb, 8192)).toThrow();
    expect(() => unpack(Buffer.from([0x10, 65, 9, 0]), 8192)).toThrow(/outside/);
  });
});

test('of fragments in one block the one that needs most of it counts', () => {
  const source = bytesInMemory(Buffer.from('0123456789'));
  const record = Buffer.alloc(16);
  record.writeUInt32LE(5, 8);
  const image = {
    superblock: { blockSize: 4096, size: source.size },
    unpacker: new Unpacker(source, () => Buffer.from('unpacked')),
    fragments: { count: 2, record: () => record },
    recentFragments: new RecentFragments(),
  } as unknown as Squashfs;
  const check = (least: number) => [
    ...checkData(image, {
      files: [],
      fragmentBytes: new Map([
        [0, 3],
        [1, least],
      ]),
    } as unknown as InodeJudge),
  ];
  expect(check(8)).toHaveLength(1);
  expect(() => check(9)).toThrow('The end of a file is missing');
});

test.each([
  ['nothing', Buffer.alloc(0), 'table'],
  ['a zero', Buffer.from('a\0b'), 'table'],
  ['more than a path has', Buffer.alloc(4096, 'x'), 'table'],
  ['as much as a path has', Buffer.alloc(4095, 'x'), undefined],
])('a link to %s', async (_, target, defect) => {
  const common = { mode: 0o777, uid: 0, gid: 0, mtime: 0, xattrs: [] };
  const link = { kind: 'link' as const, ...common, target };
  const image = await writtenImage({ kind: 'dir', ...common, children: new Map([['link', link]]) });
  const { findings } = await checkImage(bytesInMemory(image), { data: true });
  expect(findings[0]?.defect).toBe(defect);
});
