// @ts-check

/** The exit code by the signal that asks a command to end: 128 and the signal's number, as shells have it. */
export const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Lets a signal end this process by an exit, so that what waits for the exit is done, such as removing a temporary file.
 * For programs that a command starts; commands have `runCommand`.
 *
 * @returns {() => void} leaves signals as they were before
 */
export function exitOnSignals() {
  const listeners = Object.entries(exitCodes).map(([signal, code]) => {
    const exit = () => process.exit(code);
    process.once(signal, exit);
    return () => process.off(signal, exit);
  });
  return () => {
    for (const stopListening of listeners) stopListening();
  };
}
