/** Resolves once the current state is painted; soon, in a tab that draws no frames. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    window.requestAnimationFrame(() => window.setTimeout(resolve))
    window.setTimeout(resolve, 100)
  })
}
