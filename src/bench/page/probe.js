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

  /** Lengths of the tasks of 50 ms and more, until `stop`. */
  function longTasks() {
    const lengths = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) lengths.push(duration)
    })
    observer.observe({ type: 'longtask' })
    return {
      stop() {
        observer.disconnect()
        return lengths
      },
    }
  }

  /** From `start` to the first new strata, and to the finished comparison. */
  function follow(start) {
    return new Promise((resolve) => {
      const main = document.querySelector('main')
      const before = main.dataset.comparison
      let first = null
      // Strata that are there already belong to a move before.
      const own = new Set(document.querySelectorAll('.lane .is-preview'))
      const observer = new MutationObserver((changes) => {
        const isNew = [...document.querySelectorAll('.lane .is-preview')].some(
          (one) => !own.has(one) || changes.some(({ target }) => one.contains(target)),
        )
        if (first === null && isNew) {
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
    })
  }

  /** Moves a slider to a value as a hand would. */
  function turnKnob(input, value) {
    const followed = follow(performance.now())
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, String(value))
    input.dispatchEvent(new Event('input', { bubbles: true }))
    return followed
  }

  /** Waits for the next move of the pointer, and follows what it drags. */
  function dragged() {
    return new Promise((resolve) => {
      const begin = (event) => resolve(follow(event.timeStamp))
      document.addEventListener('pointermove', begin, { capture: true, once: true })
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

  return { watch, longTasks, turnKnob, dragged, strata }
})()
