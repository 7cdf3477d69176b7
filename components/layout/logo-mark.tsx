/** The mark: a track switch, set to the lower track. In the colors of ink; on paper its parent says others. */
export function LogoMark() {
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
      <path d="M3 13h6c5 0 5 7 10 7h4" className="stroke-(--mark-track,var(--color-signal-glow))" />
      <circle cx="9" cy="13" r="2.4" className="fill-(--mark-joint,var(--color-ink))" />
    </svg>
  );
}
