/** Path of an installed app's files that are not in its archive. */
export const unpackedFolder = (installFolder: string): string => installFolder.replace(/\.asar$/, '.asar.unpacked');
