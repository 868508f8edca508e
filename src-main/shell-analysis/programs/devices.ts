import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';

/** Declaration of programs that change the device or folder they are given, whatever their options. */
const DEVICE: ProgramDeclaration = {
  isLenient: true,
  operands: 'write*',
  saysToo: (_, sink) => sink.doubt('changes-device'),
};
const ENDING: ProgramDeclaration = { isLenient: true, saysToo: (_, sink) => sink.doubt('ends-programs') };
const OUTSIDE = { isOutside: true } as const;
/** Needs of programs that end processes, in the box those of the box alone. */
const PROCESSES = { isOutside: true, showsBox: true } as const;

/** Programs that change devices, end others, or run something later. */
export const DEVICES: ProgramDeclarations = {
  crontab: {
    options: { known: '-lrie -u=text' },
    operands: 'read*',
    saysToo: (_, sink) => sink.doubt('runs-later'),
    needs: OUTSIDE,
  },
  kill: { ...ENDING, needs: PROCESSES },
  pkill: { ...ENDING, needs: PROCESSES },
  killall: { ...ENDING, needs: PROCESSES },
  'mkfs.ext4': DEVICE,
  mkfs: DEVICE,
  mkswap: DEVICE,
  wipefs: DEVICE,
  fdisk: DEVICE,
  parted: DEVICE,
  mount: { ...DEVICE, needs: OUTSIDE },
  umount: { ...DEVICE, needs: OUTSIDE },
};
