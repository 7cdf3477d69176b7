import { emailSettings } from '@/lib/server/email/email-settings';

export const dynamic = 'force-static';

/** Where the forms send their emails, which they ask for when they send the first one. */
export const GET = (): Response =>
  Response.json({ WAITLIST: emailSettings('WAITLIST'), CONTACT: emailSettings('CONTACT') });
