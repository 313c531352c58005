/**
 * The end of a call from outside: somebody stops it, or it takes too long. The SDK's own timeout stops at the first
 * byte of an answer, and a stream that stands still would be waited for without end.
 */
export class Deadline {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #given: AbortSignal | undefined
  readonly #over: Promise<never>
  #end: (reason: 'aborted' | 'timeout') => void = () => undefined
  #ended: 'aborted' | 'timeout' | null = null

  constructor(milliseconds: number, given: AbortSignal | undefined) {
    this.signal = this.#controller.signal
    this.#given = given
    this.#over = new Promise((_, reject) => {
      this.#end = (reason) => {
        this.#ended ??= reason
        this.#controller.abort()
        reject(new Error(reason))
      }
    })
    // Nobody may be waiting when it comes.
    this.#over.catch(() => undefined)
    this.#timer = setTimeout(() => {
      this.#end('timeout')
    }, milliseconds)
    given?.addEventListener('abort', this.#stop)
    if (given?.aborted === true) this.#stop()
  }

  /** Why the call was ended; null while it was not. */
  get ended(): 'aborted' | 'timeout' | null {
    return this.#ended
  }

  /** What `work` comes to, or a rejection at the deadline, also where the work does not listen to its signal. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#over, work])
  }

  /** Lets go of the timer and the given signal. */
  close(): void {
    clearTimeout(this.#timer)
    this.#given?.removeEventListener('abort', this.#stop)
  }

  readonly #stop = (): void => {
    this.#end('aborted')
  }
}
