import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceLabel } from '@/lib/server/auth/device-label';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet for Android',
  ],
  ['Something/1.0 (Windows NT 10.0)', 'Windows'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
  [' ', 'Unknown device'],
  [null, 'Unknown device'],
])('%j is %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label);
});

test('a header that names a device of its own invention is not repeated', () => {
  expect(deviceLabel('<b>Your bank</b>/1 (Windows NT 10.0) x')).toBe('Windows');
  expect(deviceLabel('Evil/1 x')).toBe('Unknown device');
});

test('whatever the header holds, the label is short, plain and known', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('Mozilla/5.0 ', 'Chrome/1 ', 'Android ', 'Windows NT ', 'Version/', '(', ';', '/', ' '),
  );
  const header = fc.array(part, { maxLength: 100 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(header, (userAgent) => {
      expect(deviceLabel(userAgent)).toMatch(/^[A-Za-z0-9 -]{3,60}$/);
    }),
    { numRuns: 100, seed: 7 },
  );
});
