import type { EmailSettings } from '@/lib/config/email';
import { AlphaCall } from './alpha-call';
import { Hero } from './hero';
import { Reasons } from './reasons';
import { SampleWorkflow } from './sample-workflow';
import { StatsBoard } from './stats-board';

/** The landing page (SPEC.md, sections 1 and 2). `waitlist`: where both of its buttons send a request. */
export function LandingScreen({ waitlist }: { waitlist: EmailSettings }) {
  return (
    <>
      <Hero waitlist={waitlist} />
      <StatsBoard />
      <Reasons />
      <SampleWorkflow />
      <AlphaCall waitlist={waitlist} />
    </>
  );
}
