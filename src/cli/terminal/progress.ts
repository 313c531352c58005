import type { Io } from './io.ts'

/** One line on the error stream that is written over itself; nothing where that is no terminal. */
export interface Progress {
  say(text: string): void
  /** Clears the line, before anything else is written. */
  end(): void
}

export function progressOn(io: Pick<Io, 'err' | 'progress'>): Progress {
  if (!io.progress) return { say: () => undefined, end: () => undefined }
  return {
    say: (text) => io.err(`\r\u001B[K${text}`),
    end: () => io.err('\r\u001B[K'),
  }
}
