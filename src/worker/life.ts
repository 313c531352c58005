/** Posted by a worker once it holds the lock that shows when it ends. */
export interface SignOfLife {
  readonly kind: 'alive'
  /** No request has this number, so the client ignores it. */
  readonly id: 0
}

/** The used part of a browser's lock manager. */
export interface Locks {
  request(name: string, act: () => Promise<void>): Promise<void>
}

/**
 * In the worker: holds a lock as long as the worker exists, and reports it. The browser releases it when the worker
 * ends, for any reason.
 *
 * @param locks missing if the page was loaded without https; then an end without an error is only a silence
 */
export function holdLife(locks: Locks | undefined, name: string, say: (sign: SignOfLife) => void): void {
  void locks?.request(name, () => {
    say({ kind: 'alive', id: 0 })
    return new Promise(() => undefined)
  })
}

/**
 * On the page: calls `gone` once a worker that reported its lock has ended. No timeout is used, because a long step
 * does not mean the end.
 */
export function watchLife(
  worker: { addEventListener(type: 'message', heard: (event: { readonly data: unknown }) => void): void },
  locks: Locks | undefined,
  name: string,
  gone: () => void,
): void {
  worker.addEventListener('message', ({ data }) => {
    if ((data as SignOfLife).kind !== 'alive') return
    void locks?.request(name, () => {
      gone()
      return Promise.resolve()
    })
  })
}
