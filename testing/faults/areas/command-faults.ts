import type { Fault } from '@/testing/faults/fault';

/** Faults in what operators run. */
export const commandFaults: Fault[] = [
  {
    what: 'a backup is restored whatever its check found',
    file: 'commands/backup/restore-backup.ts',
    from: '      refuseProblems(report, { acceptBrokenChain });\n',
    to: '',
    noticedBy: 'commands/backup/restore-refusals.test.ts',
  },
  {
    what: 'one backup more than --keep says is removed',
    file: 'commands/backup/write-backup.ts',
    from: 'names.slice(0, -keep)',
    to: 'names.slice(0, 1 - keep)',
    noticedBy: 'commands/backup/backup.test.ts',
  },
  {
    what: 'the password of a new admin ends with the line break that was typed',
    file: 'commands/admin-create/create-first-admin.ts',
    from: "(await text(input)).replace(/\\r?\\n$/, '')",
    to: '(await text(input))',
    noticedBy: 'commands/admin-create/create-first-admin.test.ts',
  },
];
