import { expect, test } from 'vitest';
import { ownAddress } from '../../../../src-renderer/app/start/trusted-types.ts';

test.each([
  ['/assets/worker.js', 'http://127.0.0.1:8080/', 'http://127.0.0.1:8080/assets/worker.js'],
  ['http://127.0.0.1:8080/a.js', 'http://127.0.0.1:8080/', 'http://127.0.0.1:8080/a.js'],
  ['assets/worker.js', 'app://sigma/index.html', 'app://sigma/assets/worker.js'],
])('a script at %s of the page %s is its own', (text, page, address) => {
  expect(ownAddress(text, page)).toBe(address);
});

test.each([
  ['https://evil.example/x.js', 'http://127.0.0.1:8080/'],
  ['//evil.example/x.js', 'http://127.0.0.1:8080/'],
  ['http://127.0.0.1:8081/x.js', 'http://127.0.0.1:8080/'],
  ['data:text/javascript,alert(1)', 'http://127.0.0.1:8080/'],
  ['javascript:alert(1)', 'app://sigma/index.html'],
  ['blob:http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/'],
  ['app://evil/x.js', 'app://sigma/index.html'],
])('a script at %s is not of the page %s', (text, page) => {
  expect(() => ownAddress(text, page)).toThrow(TypeError);
});
