/** Downloads a text as a file; nothing leaves the machine. */
export function download(name: string, text: string): void {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/json'
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  // The click only queues the download: an address that is revoked at once may be gone before it is read.
  window.setTimeout(() => {
    URL.revokeObjectURL(address)
  }, KEPT)
}

const TYPES: Readonly<Record<string, string>> = Object.freeze({
  csv: 'text/csv;charset=utf-8',
  md: 'text/markdown;charset=utf-8',
})

/** Milliseconds. */
const KEPT = 10_000
