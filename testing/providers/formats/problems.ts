/** An error of a provider, whatever its format. */
export type Problem =
  | 'unauthorized'
  | 'bad_key'
  | 'forbidden'
  | 'unknown_model'
  | 'rate_limited'
  | 'retry_in_detail'
  | 'quota'
  | 'timeout'
  | 'server'
  | 'unavailable'
  | 'overloaded'
  | 'context'
  | 'policy'
  | 'parameter';
