import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Moves the browser to a time zone until the test ends: `Pacific/Tongatapu`. Only Chromium can do that. */
export async function moveToTimeZone(timeZone: string): Promise<void> {
  onTestFinished(() => setTimeZone(''));
  await setTimeZone(timeZone);
}

async function setTimeZone(timezoneId: string): Promise<void> {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId });
}
