/** What happens at the moment. */
export type Step =
  /** The user may write. */
  | 'user'
  /** The strategy of the first lane prepares the request. */
  | 'managing'
  /** The model writes. */
  | 'calling'
  /** A person decides what its calls may do. */
  | 'deciding'
  /** Something came to nothing; see `problem`. */
  | 'stopped'
