import { Hero } from '@/components/site/hero';
import { StatsBoard } from '@/components/site/stats-board';

export default function LandingPage() {
  return (
    <>
      <Hero />
      <StatsBoard />
    </>
  );
}
