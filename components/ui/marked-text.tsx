const crossMark = '❌';

/**
 * A text; the cross mark at its start (docs/product.md, "Error texts") is drawn, because not every system has the
 * character. The drawing has the character's name.
 */
export function MarkedText({ text }: { text: string }) {
  if (!text.startsWith(crossMark)) return text;
  return (
    <>
      <svg
        role="img"
        aria-label={crossMark}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
        className="inline-block size-[0.82em] align-[-0.04em] text-red"
      >
        <path d="M2.4 2.4l11.2 11.2M13.6 2.4L2.4 13.6" />
      </svg>
      {text.slice(crossMark.length)}
    </>
  );
}
