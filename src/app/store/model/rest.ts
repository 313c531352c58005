import { sameRun, useChoices } from '../choice/choices.ts'

/** Milliseconds without a change after which the choices count as at rest; longer than a key takes to repeat. */
const REST = 1000
/** Milliseconds after which a pressed pointer is looked at again. */
const PRESSED = 100

let changedAt = -Infinity
let isPressed = false

useChoices.subscribe((now, before) => {
  if (!sameRun(now, before)) changedAt = performance.now()
})
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(end, () => (isPressed = false), true)
}

/** Resolves once no knob moves: each of its positions would be another question. Earlier if it is aborted. */
export async function atRest(signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true) {
    const left = Math.max(changedAt + REST - performance.now(), isPressed ? PRESSED : 0)
    if (left <= 0) return
    await new Promise((resolve) => setTimeout(resolve, left))
  }
}
