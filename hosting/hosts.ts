import type { OutgoingHttpHeaders } from 'node:http'
import type { Plugin } from 'vite'
import { HEADERS, POLICY, POLICY_OF_FRAMES, POLICY_OF_SCRIPTS } from './policy.ts'

type Headers = readonly (readonly [name: string, value: string])[]

const POLICY_HEADER = 'Content-Security-Policy'
/** Names with a hash of the content never change; everything else is asked for again. */
const ASKED_AGAIN: Headers = [['Cache-Control', 'no-cache']]
const ASSETS: Headers = [
  [POLICY_HEADER, POLICY_OF_SCRIPTS],
  ['Cache-Control', 'public, max-age=31536000, immutable'],
]
const FRAMED = 'embed.html'
const NOT_FRAMED: Headers = [[POLICY_HEADER, `${POLICY}; ${POLICY_OF_FRAMES}`]]

/**
 * Writes the headers for two kinds of host: `_headers`, which Netlify and Cloudflare Pages read, and `nginx.conf`, to be
 * included in a server's block. In the first, what two rules say of one header counts together.
 */
export const headersForHosts: Plugin = {
  name: 'headers-for-hosts',
  apply: 'build',
  generateBundle() {
    const rule = (path: string, headers: Headers) =>
      `${path}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`
    const own: Headers = [[POLICY_HEADER, POLICY_OF_FRAMES]]
    this.emitFile({
      type: 'asset',
      fileName: '_headers',
      source: [
        rule('/*', Object.entries(HEADERS)),
        ...['/', '/index.html'].map((path) => rule(path, own)),
        rule('/assets/*', ASSETS),
      ].join(''),
    })
    const location = (path: string, more: Headers) => [
      `location ${path} {`,
      ...Object.entries({ ...HEADERS, ...Object.fromEntries(more) }).map(
        ([name, value]) => `  add_header ${name} "${value}" always;`,
      ),
      '}',
    ]
    this.emitFile({
      type: 'asset',
      fileName: 'nginx.conf',
      source: [
        '# Inside a `server` whose root is this folder.',
        ...location('/', [...NOT_FRAMED, ...ASKED_AGAIN]),
        ...location(`= /${FRAMED}`, ASKED_AGAIN),
        ...location('/assets/', ASSETS),
        '',
      ].join('\n'),
    })
  },
}

/**
 * `embed.html` is the page once more, under the name that other sites may frame. While developing, it is answered with
 * the page itself.
 */
export const pageForFrames: Plugin = {
  name: 'page-for-frames',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type === 'asset') this.emitFile({ type: 'asset', fileName: FRAMED, source: page.source })
    },
  },
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(`/${FRAMED}`, '/index.html')
      next()
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
 * The preview sends what these hosts send. A browser keeps compiled code only of scripts that it need not ask for again:
 * without this, opening the page a second time takes a fifth more work.
 */
export const servedAsByHosts: Plugin = {
  name: 'served-as-by-hosts',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const path = request.url ?? ''
      const own = path.startsWith('/assets/') ? ASSETS : path.startsWith(`/${FRAMED}`) ? [] : NOT_FRAMED
      const writeHead = response.writeHead.bind(response)
      response.writeHead = ((status: number, headers?: OutgoingHttpHeaders) =>
        writeHead(status, {
          ...headers,
          ...(status < 400 && Object.fromEntries(own)),
        })) as typeof writeHead
      next()
    })
  },
}
