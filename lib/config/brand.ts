/** The product's name and addresses, which no other file repeats. */
export const brand = {
  name: 'Switchyard',
  tagline: 'Every AI task on the right track.',
  description:
    'Define an AI task once. Switchyard routes it, shapes what goes in and what comes out, falls back when a provider fails, and shows what it cost.',
  company: 'Switchyard',
  /** The ink color of app/globals.css, for use outside the style sheet. */
  themeColor: '#0b1210',
  consoleTitle: 'Switchyard Admin',
  /** Local storage key of the raw bearer token. */
  sessionKey: 'switchyard.session',
  /** Session storage key of the guarded page that a visitor requested. */
  returnToKey: 'switchyard.return-to',
  /** Local storage key of the time zone in which times are shown: `local`, or nothing for UTC. */
  timesKey: 'switchyard.times',
  /** Local storage key of the tabs that were chosen last, such as curl. */
  tabsKey: 'switchyard.tabs',
  /** Session storage key of the API playground's draft. */
  draftKey: 'switchyard.playground-draft',
} as const;
