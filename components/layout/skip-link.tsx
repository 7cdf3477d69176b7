/** The first stop of the Tab key: skips the navigation and jumps to `<main id="main">`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-2 left-2 z-50 -translate-y-16 rounded-control bg-white px-4 py-2 font-semibold text-text focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
