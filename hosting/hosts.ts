import type { OutgoingHttpHeaders } from 'node:http'
import type { Plugin } from 'vite'
import { HEADERS, POLICY_OF_SCRIPTS } from './policy.ts'

/** Names with a hash of the content never change; everything else is asked for again. */
const KEPT = 'public, max-age=31536000, immutable'
const ASKED_AGAIN = 'no-cache'
const ASSETS: [string, string][] = [
  ['Content-Security-Policy', POLICY_OF_SCRIPTS],
  ['Cache-Control', KEPT],
]

/**
 * Writes the headers for two kinds of host: `_headers`, which Netlify and Cloudflare Pages read, and `nginx.conf`, to be
 * included in a server's block.
 */
export const headersForHosts: Plugin = {
  name: 'headers-for-hosts',
  apply: 'build',
  generateBundle() {
    const all = Object.entries(HEADERS)
    const lines = (headers: [string, string][]) =>
      headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')
    this.emitFile({
      type: 'asset',
      fileName: '_headers',
      source: `/*\n${lines(all)}/assets/*\n${lines(ASSETS)}`,
    })
    const set = (headers: [string, string][]) =>
      headers.map(([name, value]) => `add_header ${name} "${value}" always;`)
    this.emitFile({
      type: 'asset',
      fileName: 'nginx.conf',
      source: [
        '# Inside a `server` whose root is this folder.',
        'location / {',
        ...set([...all, ['Cache-Control', ASKED_AGAIN]]).map((line) => `  ${line}`),
        '}',
        'location /assets/ {',
        ...set(Object.entries({ ...HEADERS, ...Object.fromEntries(ASSETS) })).map((line) => `  ${line}`),
        '}',
        '',
      ].join('\n'),
    })
  },
}

/**
 * Pictures in the previews of links need whole addresses: `PAGE_URL` says where the page will be. Without it they stay
 * relative, which some readers accept.
 */
export const wholeAddresses: Plugin = {
  name: 'whole-addresses',
  apply: 'build',
  transformIndexHtml: (html) => {
    const at = process.env['PAGE_URL']
    if (at === undefined || at === '') return html
    const base = at.endsWith('/') ? at : `${at}/`
    return {
      html: html.replaceAll(/(<meta property="og:image" content=")\.\//g, `$1${base}`),
      tags: [
        { tag: 'meta', attrs: { property: 'og:url', content: base }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'canonical', href: base }, injectTo: 'head' },
      ],
    }
  },
}

/**
 * The preview keeps files as these hosts do. A browser keeps compiled code only of scripts that it need not ask for again:
 * without this, opening the page a second time takes a fifth more work.
 */
export const keptInPreview: Plugin = {
  name: 'kept-in-preview',
  configurePreviewServer({ middlewares }) {
    middlewares.use('/assets', (_request, response, next) => {
      const writeHead = response.writeHead.bind(response)
      response.writeHead = ((status: number, headers?: OutgoingHttpHeaders) =>
        writeHead(status, {
          ...headers,
          ...(status < 400 && Object.fromEntries(ASSETS)),
        })) as typeof writeHead
      next()
    })
  },
}
