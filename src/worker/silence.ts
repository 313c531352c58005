/** Milliseconds between two looks, and the looks without a word that are a silence: 60 s. A sleeping machine has none. */
const LOOK = 5000
const SILENCE = 12

/**
 * Notices when an answer is owed and nothing is heard for a minute.
 *
 * @param tell called with what waits for another minute, and with null once something is heard
 */
export function watchSilence(owes: () => boolean, tell: (wait: (() => void) | null) => void) {
  let looks = 0
  const counts = (next: number): void => {
    if (next >= SILENCE !== looks >= SILENCE) tell(next < SILENCE ? null : heard)
    looks = next
  }
  const heard = (): void => {
    counts(0)
  }
  const timer = setInterval(() => {
    counts(owes() ? looks + 1 : 0)
  }, LOOK)
  return {
    heard,
    stop: (): void => {
      clearInterval(timer)
      heard()
    },
  }
}
