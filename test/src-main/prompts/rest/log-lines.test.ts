import { expect, test } from 'vitest';
import { LogLines } from '../../../../src-main/prompts/rest/log-lines.ts';

const CONTROLS = '\u001b]0;x\u0007\u009b2J\u202e\u{e0041}';

test.each(['text', 'json'] as const)(
  'a path with control characters is no order to a terminal (%s)',
  async (format) => {
    let written = '';
    await using log = new LogLines({
      file: { app_name: 'app', logger: { level: 'info', output: 'stdout', format } } as never,
      folder: '/',
      write: (lines) => {
        written += lines;
      },
      isRead: () => true,
      clean: (text) => text,
    });
    log.request({ method: 'GET', path: `/api/${CONTROLS}`, status: 404, durationMs: 1, message: `No ${CONTROLS}` });
    log.warn('store.unreadable', { key: CONTROLS, plain: 'über' });
    await expect.poll(() => written).toContain('store.unreadable');
    expect(written.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(written).toContain('\\u009b2J\\u202e\\udb40\\udc41');
    expect(written).toContain('über');
    if (format === 'json') {
      expect(
        written
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toMatchObject([{ path: `/api/${CONTROLS}`, status: 404 }, { key: CONTROLS }]);
    }
  },
);
