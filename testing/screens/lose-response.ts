import { type Handle, noNetwork } from './intercept-operation';

/** Lets the server do what it was asked for, and loses its response. */
export const loseResponse: Handle = async (call) => {
  await call.send();
  return noNetwork(call);
};
