/**
 * A field that only machines see and fill. Not `display: none`, which they know; and nothing that a browser or a
 * password manager would fill for a person, whose message would be dropped.
 */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px]">
      <label>
        Leave this field empty
        <input
          name="company"
          tabIndex={-1}
          autoComplete="one-time-code"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
        />
      </label>
    </div>
  );
}
