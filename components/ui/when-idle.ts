/** Safari has no `requestIdleCallback`: there, what isn't urgent begins a second after the page has loaded. */
const SECOND = 1_000;

/**
 * Calls a function once the page has loaded and the browser has nothing else to do; never if the visitor saves data.
 * @returns calls it off
 */
export function whenIdle(work: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  if (connection?.saveData) return () => {};
  const canceled = new AbortController();
  const begin = () => {
    const workUnlessCanceled = () => canceled.signal.aborted || work();
    if (typeof requestIdleCallback === 'function') requestIdleCallback(workUnlessCanceled);
    else setTimeout(workUnlessCanceled, SECOND);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true, signal: canceled.signal });
  return () => canceled.abort();
}
