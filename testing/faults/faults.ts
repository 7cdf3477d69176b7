import { accessFaults } from './areas/access-faults';
import { auditFaults } from './areas/audit-faults';
import { commandFaults } from './areas/command-faults';
import { httpFaults } from './areas/http-faults';
import { moneyFaults } from './areas/money-faults';
import { screenFaults } from './areas/screen-faults';
import type { Fault } from './fault';

/** The deliberate faults, each of which the tests must notice. */
export const faults: Fault[] = [
  ...accessFaults,
  ...moneyFaults,
  ...auditFaults,
  ...httpFaults,
  ...commandFaults,
  ...screenFaults,
];
