/** Pixels of a line on A4 and on Letter, across, without margins. */
const PAPER = 960

/**
 * Before it is printed, measures the page: the pictures are drawn for the width of the screen, so the whole is printed at
 * that width, scaled to the paper (style/media.css). The side panel is not printed.
 */
export function fitPaper(): () => void {
  const measure = (): void => {
    const width = document.querySelector('main')?.clientWidth ?? window.innerWidth
    const { style } = document.documentElement
    style.setProperty('--paper-width', `${width}px`)
    style.setProperty('--paper-zoom', String(Math.min(1, PAPER / width)))
  }
  window.addEventListener('beforeprint', measure)
  return () => {
    window.removeEventListener('beforeprint', measure)
  }
}
