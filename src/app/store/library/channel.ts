const NAME = 'context-window-lab library'

let channel: BroadcastChannel | null = null

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  return (channel ??= new BroadcastChannel(NAME))
}

/** Tells the other tabs that the library changed. */
export function announce(): void {
  open()?.postMessage('changed')
}

/** Calls `act` whenever another tab changed the library, until the returned function is called. */
export function onAnnounced(act: () => void): () => void {
  const listened = open()
  listened?.addEventListener('message', act)
  return () => {
    listened?.removeEventListener('message', act)
  }
}
