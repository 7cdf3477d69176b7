const tones = {
  ink: { track: 'stroke-signal-glow', joint: 'fill-ink' },
  paper: { track: 'stroke-signal-ink', joint: 'fill-white' },
};

/** The mark: a track switch, set to the lower track, for a background of either tone. */
export function LogoMark({ tone = 'ink' }: { tone?: keyof typeof tones }) {
  return (
    <svg
      aria-hidden="true"
      width="26"
      height="26"
      viewBox="0 0 26 26"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
    >
      <path d="M3 13h6c5 0 5-7 10-7h4" opacity=".38" />
      <path d="M3 13h6c5 0 5 7 10 7h4" className={tones[tone].track} />
      <circle cx="9" cy="13" r="2.4" className={tones[tone].joint} />
    </svg>
  );
}
