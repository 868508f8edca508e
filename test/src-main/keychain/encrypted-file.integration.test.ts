import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { PASSPHRASE, setUp } from './keychain-workbench.ts';

// Each opening of the file takes half a second and 128 MiB, on purpose.
describe('the encrypted file', () => {
  test('keeps keys over a restart behind its passphrase, and shows none of them', async () => {
    await using it = await setUp();
    await it.keychain.write('typed-before', 'an-earlier-key');
    await it.client.choose({ store: 'file', passphrase: PASSPHRASE });
    expect(it.choice()).toBe('file');
    expect(await it.keychain.write('p', 'secret-key')).toBe('kept');
    expect(it.state()).toMatchObject({ store: 'file', file: 'open' });
    const text = await readFile(it.file, 'utf8');
    expect(text).not.toMatch(/secret-key|typed-before|battery/);
    expect((await stat(it.file)).mode & 0o777).toBe(0o600);

    await using again = await setUp({ folder: it.folder, chosen: 'file' });
    expect(again.state()).toEqual({ store: 'file', file: 'locked' });
    expect(await again.keychain.read('p')).toEqual({ problem: 'the key file is locked; its passphrase opens it' });
    expect(await again.keychain.write('q', 'while-locked')).toBe('session');
    await expect(again.client.unlock({ passphrase: 'wrong horse' })).rejects.toMatchObject({
      code: 'DENIED',
      message: 'This is not the passphrase of the key file',
    });
    expect(again.state().file).toBe('locked');
    await again.client.unlock({ passphrase: PASSPHRASE });
    expect(await again.keychain.read('p')).toEqual({ secret: 'secret-key' });
    // What was typed before the person chose, or unlocked, is kept, too.
    expect(await again.keychain.read('typed-before')).toEqual({ secret: 'an-earlier-key' });
    await using third = await setUp({ folder: it.folder, chosen: 'file' });
    await third.client.unlock({ passphrase: PASSPHRASE });
    expect(await third.keychain.read('q')).toEqual({ secret: 'while-locked' });
  });

  test('takes the same passphrase composed or decomposed', async () => {
    await using it = await setUp();
    await it.client.choose({ store: 'file', passphrase: 'Schlüsselwort' });
    await using again = await setUp({ folder: it.folder, chosen: 'file' });
    await again.client.unlock({ passphrase: 'Schlu\u0308sselwort' });
    expect(again.state().file).toBe('open');
  });

  test('needs a passphrase of some length, and a file to be unlocked', async () => {
    await using it = await setUp();
    await expect(it.client.choose({ store: 'file' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(it.client.choose({ store: 'file', passphrase: 'short' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(it.client.unlock({ passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(it.choice()).toBeUndefined();
    await expect(stat(it.file)).rejects.toThrow('ENOENT');
  });

  test('of another process keeps what that one wrote', async () => {
    await using it = await setUp();
    await it.client.choose({ store: 'file', passphrase: PASSPHRASE });
    await using other = await setUp({ folder: it.folder, chosen: 'file' });
    await other.client.unlock({ passphrase: PASSPHRASE });
    await it.keychain.write('a', 'key-of-the-one');
    await other.keychain.write('b', 'key-of-the-other');
    expect(await it.keychain.read('b')).toEqual({ secret: 'key-of-the-other' });
    expect(await other.keychain.read('a')).toEqual({ secret: 'key-of-the-one' });
  });

  test.each<[string, (text: string) => string]>([
    ['cut short', (text) => text.slice(0, text.length / 2)],
    ['with other content', () => '{"v":1}'],
    ['with a cost that would occupy the machine', (text) => text.replace('131072', '1073741824')],
  ])('%s is said to be damaged, and stays as it is', async (_, damage) => {
    await using it = await setUp();
    await it.client.choose({ store: 'file', passphrase: PASSPHRASE });
    const damaged = damage(await readFile(it.file, 'utf8'));
    await writeFile(it.file, damaged);
    await using again = await setUp({ folder: it.folder, chosen: 'file' });
    await expect(again.client.unlock({ passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('damaged'),
      data: { where: it.file },
    });
    expect(await it.keychain.read('p')).toMatchObject({ problem: expect.stringContaining('damaged') });
    expect(await it.keychain.write('p', 'new-key-01')).toBe('session');
    expect(await readFile(it.file, 'utf8')).toBe(damaged);
  });

  test('that is gone has nothing to remove, and asks for no passphrase for that', async () => {
    await using it = await setUp();
    await it.client.choose({ store: 'file', passphrase: PASSPHRASE });
    await rm(it.file);
    await using again = await setUp({ folder: it.folder, chosen: 'file' });
    expect(await again.keychain.write('p', 'secret-key')).toBe('session');
    expect(await again.keychain.remove('p')).toBe('removed');
    expect(await again.keychain.read('p')).toMatchObject({ problem: expect.stringContaining('locked') });
    await expect(stat(it.file)).rejects.toThrow('ENOENT');
  });

  test('takes no key that would make it too large to be read again', async () => {
    await using it = await setUp();
    await it.client.choose({ store: 'file', passphrase: PASSPHRASE });
    await it.keychain.write('p', 'secret-key');
    expect(await it.keychain.write('long', 'x'.repeat(800_000))).toBe('session');
    expect(await it.keychain.read('p')).toEqual({ secret: 'secret-key' });
    await using again = await setUp({ folder: it.folder, chosen: 'file' });
    await again.client.unlock({ passphrase: PASSPHRASE });
    expect(await again.keychain.read('p')).toEqual({ secret: 'secret-key' });
  });

  test('whose content was changed without the passphrase is damaged, not opened', async () => {
    await using it = await setUp();
    await it.client.choose({ store: 'file', passphrase: PASSPHRASE });
    await it.keychain.write('p', 'secret-key');
    const sealed = JSON.parse(await readFile(it.file, 'utf8'));
    const [first, ...others] = Buffer.from(sealed.data.text, 'base64');
    sealed.data.text = Buffer.from([(first ?? 0) ^ 1, ...others]).toString('base64');
    await writeFile(it.file, JSON.stringify(sealed));
    await using again = await setUp({ folder: it.folder, chosen: 'file' });
    await expect(again.client.unlock({ passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // Nor does one part stand for the other.
    await writeFile(it.file, JSON.stringify({ ...sealed, data: sealed.check }));
    await expect(again.client.unlock({ passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
