import { createDoor } from './door.ts'
import type { SimRequest } from './protocol.ts'

/** The worker itself: hands messages to the door and posts what comes back. */
const door = createDoor(
  (reply, transfer) => {
    self.postMessage(reply, [...transfer])
  },
  {
    now: () => performance.now(),
    pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
  },
)

self.addEventListener('message', (event: MessageEvent<SimRequest>) => {
  door.receive(event.data)
})
