import type { EmailSettings } from '@/lib/config/email';
import { limits } from '@/lib/config/limits';

/** The fields of an e-mail's template (SPEC.md, section 7). */
export type EmailParams = Record<string, string>;

/**
 * Sends an e-mail by EmailJS's client, which is fetched on first use.
 * @throws what EmailJS's client throws, `{ status, text }`, unless it was answered with a status of 200 to 299; an
 *   Error where no answer came in time
 */
export async function sendEmail(settings: EmailSettings, params: EmailParams): Promise<void> {
  const { init, send } = await import('@emailjs/browser');
  // No limitRate: it counts attempts that failed too, and would refuse the retry that the form asks for.
  init({ publicKey: settings.publicKey, ...(settings.ownOrigin && { origin: location.origin }) });
  await Promise.race([send(settings.serviceId, settings.templateId, params), expire(limits.patience)]);
}

/** EmailJS's client waits for ever. An e-mail that arrives after all is stored once, however often it is sent. */
const expire = (after: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No answer came in time.')), after);
  });
