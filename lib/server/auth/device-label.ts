import Bowser from 'bowser';
import { limits } from '@/lib/config/limits';

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/**
 * A readable label of the device that started a session: `Chrome on Windows`. It trusts what the browser says about
 * itself, but consists only of names that the library lists: the header's own text may be anything.
 * @param userAgent the header; null without one
 */
export function deviceLabel(userAgent: string | null): string {
  // The library throws for an empty text.
  if (!userAgent?.trim()) return unknown;
  const parser = Bowser.getParser(userAgent.slice(0, limits.session.userAgent), true);
  const browser = listed(browsers, parser.getBrowser().name);
  const system = listed(systems, parser.getOS().name);
  // `Samsung Internet for Android` names both.
  if (browser && system && !browser.includes(system)) return `${browser} on ${system}`;
  return browser ?? system ?? unknown;
}

const unknown = 'Unknown device';

function listed(names: Set<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null;
}
