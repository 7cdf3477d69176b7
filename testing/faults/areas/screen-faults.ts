import type { Fault } from '@/testing/faults/fault';

/** Faults in what people see and do in the dashboard. */
export const screenFaults: Fault[] = [
  {
    what: 'a saved profile is confirmed in other words than it must be',
    file: 'components/users/developer/profile-form.tsx',
    from: "text: 'Profile updated.'",
    to: "text: 'Profile saved.'",
    noticedBy: 'components/users/developer/profile-form.screen.test.ts',
    test: 'an update by keyboard alone is stored, confirmed, and seen without a reload',
  },
  {
    what: 'the focus is lost when the sign-in dialog closes',
    file: 'components/auth/sign-in-dialog.tsx',
    from: '      finalFocus={finalFocus}\n',
    to: '      finalFocus={() => document.body}\n',
    noticedBy: 'components/auth/sign-in-dialog.screen.test.ts',
    test: 'Escape and Close give the focus back',
  },
  {
    what: 'a button can be pressed again while its call is under way',
    file: 'components/ui/button.tsx',
    from: 'disabled={disabled || pending}',
    to: 'disabled={disabled}',
    noticedBy: 'components/users/developer/profile-form.screen.test.ts',
    test: 'a double press and Enter send once, and the button says so meanwhile',
  },
  {
    what: 'a failure is not announced',
    file: 'components/ui/failure.tsx',
    from: '<p className="font-medium text-red" role="alert">',
    to: '<p className="font-medium text-red">',
    noticedBy: 'components/users/developer/profile-form-fails.screen.test.ts',
    test: "the server's first message is shown, and what was typed stays",
  },
  {
    what: 'a list without invoices says nothing',
    file: 'components/billing/admin/invoices-section.tsx',
    from: 'empty={<NoInvoices filter={filter} />}',
    to: 'empty={null}',
    noticedBy: 'components/billing/admin/invoices-section.screen.test.ts',
    test: 'with none it says so and what will come; none of a status says how to see the others',
  },
  {
    what: 'the token stays in the browser after signing out',
    file: 'lib/graphql-client/session-store.ts',
    from: '  writeToken(null);\n  running = null;\n  become(next, null);',
    to: '  running = null;\n  become(next, null);',
    noticedBy: 'components/auth/sign-in-dialog.screen.test.ts',
    test: 'ends the session here and on the server, and does not ask to sign in again',
  },
  {
    what: 'a late answer about the session replaces a newer one',
    file: 'lib/graphql-client/session-store.ts',
    from: '    if (running !== check) return;\n',
    to: '',
    noticedBy: 'lib/graphql-client/session-store.test.ts',
  },
];
