/**
 * The part of `next/offline` that screens use: pages come from memory here, so the router never waits for the network.
 */
export const useOffline = () => false;
