// @ts-check
/** What the command takes; commands/audit-verify.ts prints it where there is no database yet. */
export const USAGE = `Usage: npm run audit:verify -- [--account ID] [--heads FILE] [--write-heads FILE]
Checks the audit trail of every account, or of one, and prints the head of each chain.
--write-heads keeps the heads in a file, --heads compares with those kept before: only so is it noticed that the
newest events were cut off, or a whole chain written anew. Keep that file on another machine.
A backup that was restored ends earlier than heads kept after it, and goes on otherwise: that is told as broken too.
After a restore check without --heads, and write the heads anew.
Exit code: 0 every chain is whole, 1 one is not, 2 it could not be checked.`;
