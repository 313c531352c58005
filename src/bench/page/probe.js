/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript, injected into the page */
// Runs in the page, before its own scripts: what a person would see late, in milliseconds.
window.probe = (() => {
  /** Calls back once the frame that shows what happened so far is on the screen. */
  const painted = (then) => requestAnimationFrame(() => setTimeout(() => then(), 0))

  /** Times between frames, and from pointer events to the frame that shows them, until `stop`. */
  function watch(kind) {
    const frames = []
    const answers = []
    let last = null
    let running = true
    const frame = (now) => {
      if (!running) return
      if (last !== null) frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    const listen = (event) => {
      const at = event.timeStamp
      painted(() => answers.push(performance.now() - at))
    }
    document.addEventListener(kind, listen, true)
    return {
      stop() {
        running = false
        document.removeEventListener(kind, listen, true)
        return { frames, answers }
      },
    }
  }

  /** Moves a slider to a value as a hand would; from then to the first new strata, and to the finished comparison. */
  function turnKnob(input, value) {
    return new Promise((resolve) => {
      const main = document.querySelector('main')
      const before = main.dataset.comparison
      const start = performance.now()
      let first = null
      const observer = new MutationObserver(() => {
        if (first === null && document.querySelector('.lane .is-preview') !== null) {
          first = -1
          painted(() => (first = performance.now() - start))
        }
        if (main.dataset.comparison !== before) {
          observer.disconnect()
          painted(() => {
            const settled = performance.now() - start
            resolve({ first: first === null || first < 0 ? settled : first, settled })
          })
        }
      })
      observer.observe(main, { subtree: true, childList: true, attributes: true })
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, String(value))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }

  /** When the first strata were on the screen. */
  const strata = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.lane path.band, .lane canvas') === null) return
      observer.disconnect()
      painted(() => resolve(performance.now()))
    })
    observer.observe(document, { subtree: true, childList: true })
  })

  return { watch, turnKnob, strata }
})()
