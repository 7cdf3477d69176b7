import { answerEmailRequest } from '@/lib/server/email/receive-email';

/** EmailJS's own path, so that its client can send to this site (docs/design.md, "Email"). */
export {
  answerEmailRequest as DELETE,
  answerEmailRequest as GET,
  answerEmailRequest as HEAD,
  answerEmailRequest as OPTIONS,
  answerEmailRequest as PATCH,
  answerEmailRequest as POST,
  answerEmailRequest as PUT,
};
