import { expect, test } from 'vitest';
import { reflinkDisk, reflinkProblem } from '../../support/reflink-disk.ts';

test.skipIf(reflinkProblem() !== undefined)(
  'a branch shares its blocks with the workspace where the disk can',
  async () => {
    await using box = await reflinkDisk('head -c 100000000 /dev/urandom > large; echo one > small');
    const { disk } = box;
    const used = async () => Number((await box.sh(`sync; df --output=used -B1 '${disk}' | tail -1`)).stdout);
    const before = await used();
    const { stdout, stderr } = await box.sigma([disk], { program: '../branches/copy-program.ts' });
    expect({ stderr, ...JSON.parse(stdout) }).toEqual({
      stderr: '',
      method: 'reflink',
      entries: 2,
      changedWhileCopied: [],
      paths: ['large', 'small'],
      differing: [],
      remarks: [],
      warned: [],
    });
    expect((await used()) - before).toBeLessThan(10_000_000);

    const written = await box.sh(`
      cd '${disk}/branch/work' && original='${disk}/work' && cmp "$original"/large large || exit 1
      printf x | dd of=large bs=1 seek=5 conv=notrunc status=none
      cmp "$original"/large large
    `);
    expect(written.stdout).toMatch(/large differ/);
  },
);
