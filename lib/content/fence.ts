/** The text after the language of a fenced block. */
export interface Fence {
  /** Whether a test runs it: ```` ```graphql run ````. */
  runs: boolean;
  /** The demo user it runs as: `as="dev@acme.test"`. */
  as: string | undefined;
  title: string | undefined;
}

/** Reads a fence's meta: words and `name="value"`, in any order. */
export function readFence(meta: string | null | undefined): Fence {
  const words = new Map(
    [...(meta ?? '').matchAll(/([^\s="]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value]),
  );
  return { runs: words.has('run'), as: words.get('as'), title: words.get('title') };
}
