/** What a worker posts once it holds the lock by which its end is known. */
export interface SignOfLife {
  readonly kind: 'alive'
  /** No request has this number, so the client passes it over. */
  readonly id: 0
}

/** The part of the lock manager of a browser that is used. */
export interface Locks {
  request(name: string, act: () => Promise<void>): Promise<void>
}

/**
 * In the worker: holds a lock as long as the worker exists, and says so. The browser gives it back when the worker ends,
 * however it ends.
 *
 * @param locks missing where the page came without https; then nothing tells of an end without an error
 */
export function holdLife(locks: Locks | undefined, name: string, say: (sign: SignOfLife) => void): void {
  void locks?.request(name, () => {
    say({ kind: 'alive', id: 0 })
    return new Promise(() => undefined)
  })
}

/** On the page: calls `gone` once a worker that said that it lives has ended. No time is measured: a long step is no end. */
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
