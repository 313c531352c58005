/** The current state of a conversation. */
export type Step =
  /** The user may write. */
  | 'user'
  /** The strategy of the first lane prepares the request. */
  | 'managing'
  /** The model writes. */
  | 'calling'
  /** A person decides about tool calls. */
  | 'deciding'
  /** Something failed; see `problem`. */
  | 'stopped'
