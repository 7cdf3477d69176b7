/** `good` within the limit, `soon` over it at a price, `bad` over it. */
export type Tone = 'good' | 'soon' | 'bad';

const fills: Record<Tone, string> = { good: 'bg-signal', soon: 'bg-amber', bad: 'bg-red' };

interface ProgressBarProps {
  label: string;
  /** The bar is full from 100 on. */
  percent: number;
  /** The same in words, for people who can't see it. */
  text: string;
  tone: Tone;
}

/** How much of something is used. */
export function ProgressBar({ label, percent, text, tone }: ProgressBarProps) {
  const filled = Math.min(100, Math.max(0, percent));
  return (
    <div
      aria-label={label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={Math.round(filled)}
      aria-valuetext={text}
      className="mt-2 h-2 w-full overflow-hidden rounded-full bg-rule print:border print:border-control forced-colors:border"
      role="progressbar"
    >
      <div
        className={`h-full rounded-full forced-colors:bg-[Highlight] ${fills[tone]}`}
        style={{ width: `${filled}%` }}
      />
    </div>
  );
}
