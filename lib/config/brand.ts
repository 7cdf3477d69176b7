/** The product's name and addresses; no other file spells them. */
export const brand = {
  name: 'Switchyard',
  tagline: 'Every AI task on the right track.',
  description:
    'Define an AI task once. Switchyard routes it, shapes what goes in and what comes out, falls back when a provider fails, and tells you what it cost.',
  company: 'Switchyard',
  /** The ink of app/globals.css, for what is outside the style sheet. */
  themeColor: '#0b1210',
  consoleTitle: 'Switchyard Admin',
  /** Local storage key of the raw bearer token. */
  sessionKey: 'switchyard.session',
  /** Session storage key of the guarded page a visitor asked for. */
  returnToKey: 'switchyard.return-to',
  /** Session storage key of what a person writes in the API playground. */
  draftKey: 'switchyard.playground-draft',
} as const;

/** Whom the terms and the privacy policy name for legal questions and requests (SPEC.md, section 9). */
export const legal = { email: 'legal@switchyard.example' } as const;
