/** What a caught error says; what `sendMutation` throws is a sentence for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
