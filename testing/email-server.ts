import { EmailLimiter } from '@/lib/server/email/email-limiter';
import { receiveEmail } from '@/lib/server/email/receive-email';
import { openTestServer, type TestServer } from './test-server';

/** The parameters of a valid waitlist request. */
export const waitlist = {
  user_name: 'Ada Lovelace',
  user_email: 'ada@example.test',
  company: 'Engines & Söhne',
  use_case: 'Line one\nLine two\t→ 数',
  plan: 'Pro',
};

/** The parameters of a valid contact message. */
export const contact = {
  user_name: 'Grace',
  user_email: 'grace@example.test',
  message: 'Hello there',
  to_name: 'Support Team',
};

/** A request of EmailJS's client. @param more replaces or adds fields of the request itself */
export const requestOf = (kind: 'waitlist' | 'contact', params: unknown, more: object = {}) => ({
  lib_version: '4.4.1',
  user_id: 'switchyard',
  service_id: 'switchyard',
  template_id: `switchyard_${kind}`,
  template_params: params,
  ...more,
});

interface SendOptions {
  headers?: Record<string, string>;
  /** The client's network address. */
  address?: string;
}

/** The receiving end of email, with a database file and a limiter of its own. */
export interface EmailServer extends Pick<TestServer, 'context' | 'setNow' | 'close'> {
  limiter: EmailLimiter;
  /** Sends a body, as JSON unless it is text or a stream. */
  send(body: unknown, options?: SendOptions): Promise<{ status: number; text: string; headers: Headers }>;
  stored(): ReturnType<TestServer['context']['db']['prisma']['outboundEmail']['findMany']>;
}

/** Starts one on a new copy of the migrated database. */
export async function openEmailServer(): Promise<EmailServer> {
  const { context, setNow, close } = await openTestServer();
  const limiter = new EmailLimiter();
  return {
    context,
    setNow,
    close,
    limiter,
    send: async (body, { headers = {}, address = '10.0.0.1' } = {}) => {
      const raw = typeof body === 'string' || body instanceof ReadableStream;
      const request = new Request('http://localhost/api/v1.0/email/send', {
        method: 'POST',
        body: raw ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      });
      const response = await receiveEmail(context, limiter, request);
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    stored: () => context.db.prisma.outboundEmail.findMany(),
  };
}
