import { emailSettings } from '@/lib/server/email/email-settings';

export const dynamic = 'force-static';

/** The email settings of the forms, which they request before their first email. */
export const GET = (): Response =>
  Response.json({ WAITLIST: emailSettings('WAITLIST'), CONTACT: emailSettings('CONTACT') });
