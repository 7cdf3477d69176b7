import type { EmailKind } from '@/lib/config/email';
import type { StoredEmail } from '@/lib/server/email/stored-emails';
import { templateParams } from '@/lib/validation/email';
import { visibleText } from './visible-text';

const WIDTH = 80;
const titles: Record<EmailKind, string> = { WAITLIST: 'Waitlist requests', CONTACT: 'Contact messages' };
const ways: Record<EmailKind, string> = {
  WAITLIST: 'A request arrives here when somebody joins the waitlist on the landing page.',
  CONTACT: 'A message arrives here when somebody sends the form at /contact.',
};

/** What stands above and below a list. */
export interface TableFacts {
  kind: EmailKind;
  /** How many were received, of which the search and the limit may leave fewer. */
  received: number;
  /** Whether the forms send to this site, not to EmailJS. */
  ownOrigin: boolean;
}

/** Writes e-mails for people, one field a line, 80 columns wide where the text has spaces. */
export async function* outboxTable(emails: AsyncIterable<StoredEmail>, facts: TableFacts) {
  const { kind, received, ownOrigin } = facts;
  const heading = `${titles[kind]}: ${received}`;
  yield `${heading}\n${'='.repeat(heading.length)}\n\n`;
  let shown = 0;
  for await (const email of emails) {
    shown += 1;
    yield record(email);
  }
  if (received === 0) yield `Nothing yet. ${ways[kind]}\n\n`;
  else if (shown < received) yield `${shown} of ${received} shown.\n\n`;
  if (!ownOrigin) yield 'EmailJS is configured: what is sent now goes to EmailJS, not here.\n\n';
}

function record({ id, kind, params, createdAt }: StoredEmail): string {
  const names = Object.keys(templateParams[kind].shape);
  const label = Math.max(...names.map((name) => name.length)) + 2;
  const fields = names.map((name) => {
    const texts = lines(params[name] ?? '', WIDTH - label);
    return texts.map((text, index) => ((index === 0 ? name : '').padEnd(label) + text).trimEnd()).join('\n');
  });
  const received = createdAt.toISOString().replace('T', ' ').replace(/\..*/, ' UTC');
  return `${received}  ${id}\n${fields.join('\n')}\n\n`;
}

function lines(text: string, width: number): string[] {
  const fitting = new RegExp(`.{1,${width}}(?=\\s|$)\\s?|.{1,${width}}`, 'gsu');
  return visibleText(text)
    .replaceAll('\t', '  ')
    .split(/\r?\n/)
    .flatMap((line) => line.match(fitting) ?? ['']);
}
