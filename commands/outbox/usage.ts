// @ts-check
/** What the command takes; commands/outbox.ts prints it where there is no database yet. */
export const USAGE = `Usage: npm run outbox -- [waitlist|contact] [--search TEXT] [--since YYYY-MM-DD] [--limit N]
                         [--format table|csv|json] [--out FILE]
Lists what the forms sent, newest first. --since is a day in UTC; csv needs waitlist or contact;
--out keeps npm's own lines out of the file.`;
