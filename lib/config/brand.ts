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
  /** Local storage key of the last sign-out's mark, and session storage key of the last mark that a tab has noticed. */
  signedOutKey: 'switchyard.signed-out',
  /** Session storage key of the guarded page that a visitor requested. */
  returnToKey: 'switchyard.return-to',
  /** Local storage key of the time zone in which times are shown: `local`, or nothing for UTC. */
  timesKey: 'switchyard.times',
  /** Local storage key of the tabs that were chosen last, such as curl. */
  tabsKey: 'switchyard.tabs',
  /** Local storage key of the columns in the list of jobs, by their names with commas; nothing for the usual ones. */
  jobColumnsKey: 'switchyard.job-columns',
  /** Session storage key of the API playground's draft. */
  draftKey: 'switchyard.playground-draft',
  /** Session storage key of the draft of a workflow. */
  workflowDraftKey: 'switchyard.workflow-draft',
  /** Session storage key of the workflow of a job that is being changed. */
  rerunDraftKey: 'switchyard.rerun-draft',
  /** Session storage key of the chat with a model. */
  chatKey: 'switchyard.chat',
  /** Session storage key of the draft of a bulk run. */
  bulkDraftKey: 'switchyard.bulk-draft',
  /** Session storage key of a bulk run that is being started again with changes. */
  bulkRerunDraftKey: 'switchyard.bulk-rerun-draft',
  /** Begins the session storage keys of what the person decided with signed links. */
  linkDecisionKey: 'switchyard.link-decision',
} as const;

/** Where the site is unless PORT or PUBLIC_URL say otherwise. Samples of the documentation name it. */
export const defaultOrigin = 'http://localhost:3000';

/**
 * The company behind the site, which sends invoices. The terms and the privacy policy name it for legal questions and
 * requests (docs/product.md, "Legal pages").
 */
export const legal = {
  address: ['1 Example Street', 'Example City, EX 12345', 'United States'],
  email: 'legal@switchyard.example',
} as const;

/** How an account pays its invoices, line by line: the operator's words, on the account page and on open invoices. */
export const howToPay: readonly string[] = [
  'Pay by bank transfer, with the invoice number as the reference.',
  `For our bank details, write to ${legal.email}.`,
];
