/** Downloads a text or bytes as a file; nothing leaves the machine. */
export function download(name: string, content: string | Blob): void {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/json'
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
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
  svg: 'image/svg+xml;charset=utf-8',
  html: 'text/html;charset=utf-8',
  yaml: 'application/yaml;charset=utf-8',
  ts: 'text/plain;charset=utf-8',
  jsonl: 'application/x-ndjson;charset=utf-8',
})

/** Milliseconds. */
const KEPT = 10_000
