import { sameRun, useChoices } from '../choice/choices.ts'

/** Milliseconds without a change after which the choices count as at rest; longer than a key takes to repeat. */
const REST = 1000
/** The same while a pointer is pressed: a drag may pause, but not every release is told, as that of a list of options. */
const HELD = 10_000
/** Milliseconds after which a pointer is looked at again. */
const LOOK = 100

let changedAt = -Infinity
let isPressed = false

useChoices.subscribe((now, before) => {
  if (!sameRun(now, before)) changedAt = performance.now()
})
if (typeof document !== 'undefined')
  for (const event of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    document.addEventListener(event, ({ buttons }) => (isPressed = buttons !== 0), true)

/** Resolves once no knob moves: each of its positions would be another question. Earlier if it is aborted. */
export async function atRest(signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true) {
    const left = changedAt + (isPressed ? HELD : REST) - performance.now()
    if (left <= 0) return
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, LOOK)))
  }
}
