/** The password of every demo account, known to all: such accounts are served on loopback only. */
export const demoPassword = 'switchyard-demo';
