import { JoinWaitlistButton } from '@/components/site/waitlist/join-waitlist-button';
import type { EmailSettings } from '@/lib/config/email';

/** The landing page's last word. */
export function AlphaCall({ waitlist }: { waitlist: EmailSettings }) {
  return (
    <section
      aria-labelledby="alpha"
      className="bg-ink bg-[radial-gradient(700px_300px_at_80%_50%,#14332599,transparent_70%)] text-[#eef4f1]"
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-7 py-14 md:py-18">
        <div>
          <h2
            id="alpha"
            className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[34px]"
          >
            Alpha Access Coming Soon
          </h2>
          <p className="mt-3 max-w-[52ch] text-[17px] text-on-ink-muted">
            We write to you when the alpha opens, and your feedback shapes the platform.
          </p>
        </div>
        <div>
          <JoinWaitlistButton settings={waitlist} variant="signal" />
        </div>
      </div>
    </section>
  );
}
