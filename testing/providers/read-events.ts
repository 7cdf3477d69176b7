/** One server-sent event: its name, if it has one, and what it carries. */
export interface ServerEvent {
  name: string | null;
  data: string;
}

/** Reads server-sent events as far as tests need it: one line of data each. */
export function readEvents(text: string): ServerEvent[] {
  return text
    .split(/\r?\n\r?\n/)
    .filter(Boolean)
    .map((block) => {
      const lines = block.split(/\r?\n/);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      return { name: field('event') ?? null, data: field('data') ?? '' };
    });
}
