import { createDoor } from './door.ts'
import { holdLife } from './life.ts'
import type { SimRequest } from './protocol.ts'

/** The worker itself: passes messages to the door and posts its replies. */
const door = createDoor(
  (reply, transfer) => {
    self.postMessage(reply, [...transfer])
  },
  { now: () => performance.now(), pause: pauses() },
)

// The page names each worker again.
holdLife((navigator as { readonly locks?: LockManager }).locks, self.name, (sign) => {
  self.postMessage(sign)
})

self.addEventListener('message', (event: MessageEvent<SimRequest>) => {
  door.receive(event.data)
})

/**
 * A pause until waiting messages are handled: a message to ourselves queues behind them. A nested setTimeout would wait
 * 4 ms longer each time, half of a slice.
 */
function pauses(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => waiting.shift()?.())
  port1.start()
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      port2.postMessage(null)
    })
}
