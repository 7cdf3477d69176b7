import type { EmailParams } from '@/components/site/email/send-email';
import { contactRecipient } from '@/lib/config/email';

const contactFields = ['name', 'email', 'message'] as const;
export type ContactField = (typeof contactFields)[number];

/** What to tell the person, and the fields that are wrong, in their order on the page. */
export interface ContactRefusal {
  message: string;
  fields: ContactField[];
}

type ContactReading = { params: EmailParams; refusal: null } | { params: null; refusal: ContactRefusal };

/** The rules are fetched when someone starts to write, and so are in no page's first script. */
export const loadContactRules = () => import('@/lib/validation/email');

/** Checks what the form holds and makes its template's fields of it (SPEC.md, sections 5 and 7). */
export async function readContact(typed: FormData): Promise<ContactReading> {
  const { contactMessage, contactRefusal } = await loadContactRules();
  const { data, error } = contactMessage.safeParse(Object.fromEntries(typed));
  if (error) {
    const wrong = new Set(error.issues.map(({ path }) => path[0]));
    const fields = contactFields.filter((field) => wrong.has(field));
    return { params: null, refusal: { message: contactRefusal, fields } };
  }
  const { name, email, message } = data;
  return {
    params: { user_name: name, user_email: email, message, to_name: contactRecipient },
    refusal: null,
  };
}
