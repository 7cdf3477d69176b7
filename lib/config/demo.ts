/** The password of every demo account. It is public, so demo accounts are served on loopback only. */
export const demoPassword = 'switchyard-demo';
