interface CallbackErrorEntry {
  when: string;
  remedy: string;
  /** Whether the callback is tried again. */
  retried: boolean;
}

/** All codes with which a delivery of a callback fails. Its job isn't affected. */
export const callbackErrors = {
  CALLBACK_REJECTED: {
    when: "The response isn't 2xx. The server doesn't follow redirects.",
    remedy: 'Read the status and the beginning of the response, and the log of your receiver.',
    retried: true,
  },
  CALLBACK_UNREACHABLE: {
    when: 'There was no response within 15 seconds: the name has no address, no connection was made, or it broke off.',
    remedy: 'Check the address, the firewall, and the certificate. Respond before you process the message.',
    retried: true,
  },
  CALLBACK_GONE: {
    when: 'The response is 410.',
    remedy:
      "Send it again by hand once the receiver is there again, or take the callback out of the workflow's input.",
    retried: false,
  },
  CALLBACK_ADDRESS_REFUSED: {
    when: "The address doesn't begin with https://, or it leads to one that isn't public: loopback, private, link-local or another special range.",
    remedy:
      'Use a public https:// address. On your own machine, set `CALLBACKS_ALLOW_PRIVATE=1` for the server.',
    retried: false,
  },
} as const satisfies Record<string, CallbackErrorEntry>;

/** Why a message wasn't delivered. */
export type CallbackErrorCode = keyof typeof callbackErrors;
