/** What screens use of `next/offline`: pages come from memory here, so the router never waits for the network. */
export const useOffline = () => false;
