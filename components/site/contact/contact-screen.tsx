import { Link } from '@/components/ui/link';
import { ContactPanel } from './contact-form';

const topics = [
  ['The alpha', 'What you would build, and which AI providers you use today.'],
  ['The docs', 'The address of the page, and what is wrong or missing there.'],
  ['Your account', 'The name of the account. Never send a password or an API key.'],
] as const;

/** The contact form, and next to it what to write (docs/product.md, "Contact"). */
export function ContactScreen() {
  return (
    <div className="wrap pt-12 pb-20 lg:pt-16">
      <h1 className="text-[34px] leading-[1.15] font-[680] tracking-[-0.02em]">Contact Us</h1>
      <p className="mt-3 mb-7 max-w-[56ch] text-[17px] text-muted">
        Questions, problems and ideas are all welcome. We reply by email.
      </p>
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,600px)_minmax(0,1fr)]">
        <ContactPanel />
        <aside aria-labelledby="contact-topics">
          <h2 id="contact-topics" className="text-[17px] font-semibold">
            What helps us reply
          </h2>
          <dl className="mt-3 border-rule border-t">
            {topics.map(([topic, detail]) => (
              <div key={topic} className="border-rule border-b py-3.5">
                <dt className="text-[15px] font-semibold">{topic}</dt>
                <dd className="mt-0.5 max-w-[56ch] text-[15px] text-muted">{detail}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 text-[15px] text-muted">
            To learn how it works, read{' '}
            <Link href="/docs" className="text-signal-ink underline underline-offset-2">
              the documentation
            </Link>
            .
          </p>
        </aside>
      </div>
    </div>
  );
}
