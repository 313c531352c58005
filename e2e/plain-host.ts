import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const built = join(import.meta.dirname, '..', 'dist')
const UNDER = '/some/sub/path/'
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

export interface PlainHost {
  readonly address: string
  /** What it does from now on: it does not answer; it has a newer version of the page. */
  readonly state: { isDown: boolean; isNewer: boolean }
  readonly close: () => void
}

/**
 * The plainest of file servers: the built page in a sub-folder, no headers, 404 for what is not there. As some do,
 * it sends `/index.html` to `/`.
 *
 * @param more further files by their path on the host; `ADDRESS` in them is the address of the page
 */
export async function plainHost(more: Readonly<Record<string, string>> = {}): Promise<PlainHost> {
  const state = { isDown: false, isNewer: false }
  let address = ''
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const file = pathname.startsWith(UNDER) ? pathname.slice(UNDER.length) || 'index.html' : null
    const path = join(built, file ?? '')
    const own = more[pathname]
    const head = { 'Content-Type': TYPES[extname(file ?? pathname)] ?? 'application/octet-stream' }
    if (state.isDown) request.socket.destroy()
    else if (pathname === `${UNDER}index.html`) response.writeHead(308, { Location: UNDER }).end()
    else if (own !== undefined) response.writeHead(200, head).end(own.replaceAll('ADDRESS', address))
    else if (file === null || !existsSync(path) || !statSync(path).isFile()) response.writeHead(404).end()
    else if (file === 'sw.js' && state.isNewer)
      response
        .writeHead(200, head)
        .end(readFileSync(path, 'utf8').replace("const VERSION = '", "const VERSION = 'newer"))
    else createReadStream(path).pipe(response.writeHead(200, head))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${UNDER}`
  return {
    address,
    state,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
