import { describe, expect, test } from 'vitest';
import { parseCron, plainCron } from '../../../../src-main/schedules/times/cron-pattern.ts';
import { readTimes, ScheduleTimes } from '../../../../src-main/schedules/times/schedule-times.ts';
import { TimeZone } from '../../../../src-main/schedules/times/time-zone.ts';

const numbers = (set: ReadonlySet<number>) => [...set].sort((one, other) => one - other);

describe('a pattern', () => {
  test('is five fields, or six with the second first', () => {
    expect(parseCron('5 9 * * *')).toMatchObject({ seconds: [0], minutes: [5], hours: [9] });
    expect(parseCron('*/20 5 9 * * *')).toMatchObject({ seconds: [0, 20, 40], minutes: [5], hours: [9] });
  });

  test('has names of months and weekdays in any case, also as the ends of a range', () => {
    expect(numbers(parseCron('0 0 * jan,JUL-sep *').months)).toEqual([1, 7, 8, 9]);
    expect(numbers(parseCron('0 0 * * Mon-WED').weekdays)).toEqual([1, 2, 3]);
    expect(numbers(parseCron('0 0 * * fri-sun').weekdays)).toEqual([0, 5, 6]);
  });

  test.each([
    ['7', [0]],
    ['0', [0]],
    ['5-7', [0, 5, 6]],
    ['0-7', [0, 1, 2, 3, 4, 5, 6]],
    ['1-7/2', [0, 1, 3, 5]],
    ['sun-sun', [0]],
    ['SUN-mon', [0, 1]],
    ['sat-sun', [0, 6]],
    ['*/2', [0, 2, 4, 6]],
  ])('weekday %s', (field, expected) => {
    expect(numbers(parseCron(`0 0 * * ${field}`).weekdays)).toEqual(expected);
  });

  test('a nickname stands for its pattern', () => {
    expect(plainCron(' @weekly\t')).toBe('0 0 * * 0');
    expect(parseCron('@hourly').isFixed).toBe(false);
    expect(parseCron('@daily').isFixed).toBe(true);
  });

  test.each([
    ['', /0 fields/],
    ['daily', /one field;/],
    ['0 9 * *', /4 fields/],
    ['0 0 9 * * * 2026', /7 fields/],
    ['2026-01-01T00:00:00Z', /one field/],
    ['60 * * * *', /minute "60" is out of range; it takes 0 to 59/],
    ['* 24 * * *', /hour "24"/],
    ['* * 0 * *', /day of the month "0"/],
    ['* * 32 * *', /day of the month "32"/],
    ['* * * 13 *', /month "13"/],
    ['* * * * 8', /weekday "8"/],
    ['0 0 * * FRI-MON', /ends before it begins/],
    ['30-10 * * * *', /ends before it begins/],
    ['*/0 * * * *', /step of the minute "\*\/0" is 0/],
    ['*/x * * * *', /is no number/],
    ['*/-1 * * * *', /is no number/],
    ['*/61 * * * *', /larger than all its values/],
    ['1,,2 * * * *', /empty item/],
    [',1 * * * *', /empty item/],
    ['1, * * * *', /empty item/],
    ['5/10 * * * *', /step without a range; write 5-59\/10/],
    ['1-2-3 * * * *', /more than one "-"/],
    ['1/2/3 * * * *', /more than one "\/"/],
    ['1- * * * *', /not understood/],
    ['-1 * * * *', /not understood/],
    ['*-5 * * * *', /not understood/],
    ['1.5 * * * *', /not understood/],
    ['0 0 * monday *', /not understood/],
    ['0 0 * * monday', /not understood.*or a name such as SUN/],
    ['0 0 L * *', /not understood/],
    ['0 0 ? * *', /not understood/],
    ['0 0 15W * *', /not understood/],
    ['0 0 * * 5#2', /not understood/],
    ['0\n9 * * * *', /not understood/],
    ['@reboot', /"@reboot" is not known; there are @hourly/],
    ['@annually', /is not known/],
    ['__proto__ * * * *', /not understood/],
    [`${'1,'.repeat(600)}1 * * * *`, /longer than 1000/],
  ])('%j is refused, with what is wrong', (text, problem) => {
    expect(() => parseCron(text)).toThrow(problem);
  });
});

describe('a zone', () => {
  test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+1', 'EST5EDT'])('%s is one', (name) => {
    expect(TimeZone.find(name)?.name).toBe(name);
  });

  test.each(['', ' ', 'Mars/Phobos', 'UTC+2', '+02:00', 'BST', 'PST', 'IST', 'SystemV/PST8', 'local', '__proto__'])(
    '%j is none',
    (name) => {
      expect(TimeZone.find(name)).toBeUndefined();
      expect(readTimes('0 9 * * *', name)).toMatchObject({ part: 'timezone', message: expect.stringContaining(name) });
    },
  );

  test('is that of the machine where none is named', () => {
    expect(readTimes('0 9 * * *')).toBeInstanceOf(ScheduleTimes);
  });
});
