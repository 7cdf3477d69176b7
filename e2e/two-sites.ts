import { type Site, startEmptySite } from '@/testing/run/start-empty-site';

/** The variables of the site that sends email by EmailJS. */
export const emailjs = {
  EMAILJS_PUBLIC_KEY: 'Ab3dEf6hIj9kLm2nO',
  EMAILJS_SERVICE_ID: 'service_7d2k9xq',
  EMAILJS_WAITLIST_TEMPLATE: 'template_waitlist',
  EMAILJS_CONTACT_TEMPLATE: 'template_contact',
};

/** Serves one build twice: the first site receives email itself, the second sends it by EmailJS. */
export const startTwoSites = async (): Promise<[Site, Site]> => [
  await startSite({ PUBLIC_URL: 'http://a.example' }),
  await startSite({ PUBLIC_URL: 'https://another-site.switchyard.example:8443', ...emailjs }),
];

// Vitest gives its own NODE_ENV to whatever it starts.
const startSite = (variables: { PUBLIC_URL: string }) =>
  startEmptySite({ ...variables, NODE_ENV: 'production' });
