import Bowser from 'bowser';
import { limits } from '@/lib/config/limits';

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/**
 * What a session was started on, for people: `Chrome on Windows`, as far as the browser tells the truth about itself.
 * Made of names that the library lists, never of the header's own text: anybody may write anything there.
 * @param userAgent the header; null: there was none
 */
export function deviceLabel(userAgent: string | null): string {
  // The library throws for an empty text.
  if (!userAgent?.trim()) return unknown;
  const parser = Bowser.getParser(userAgent.slice(0, limits.session.userAgent), true);
  const browser = listed(browsers, parser.getBrowser().name);
  const system = listed(systems, parser.getOS().name);
  // `Samsung Internet for Android` says both.
  if (browser && system && !browser.includes(system)) return `${browser} on ${system}`;
  return browser ?? system ?? unknown;
}

const unknown = 'Unknown device';

function listed(names: Set<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null;
}
