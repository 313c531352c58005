import type { IncomingHttpHeaders } from 'node:http'
import type Anthropic from '@anthropic-ai/sdk'
import { invalid, Refused } from './refusal.ts'

/** The content of the headers of a request. */
export interface Credentials {
  readonly key: 'absent' | 'equal' | 'different'
  readonly keyIn: 'authorization' | 'x-api-key' | null
  readonly version: string
  readonly betas: ReadonlySet<string>
}

const VERSIONS: ReadonlySet<string> = new Set(['2023-06-01', '2026-10-21'])

/** Known betas, including those without effect. */
const BETAS: ReadonlySet<string> = new Set([
  'context-management-2025-06-27',
  'compact-2026-01-12',
  'token-counting-2024-11-01',
  'prompt-caching-2024-07-31',
  'extended-cache-ttl-2025-04-11',
  'interleaved-thinking-2025-05-14',
  'thinking-binding-controls-2026-08-01',
  'model-context-window-exceeded-2025-08-26',
  'structured-outputs-2025-12-15',
] satisfies Anthropic.Beta.AnthropicBeta[])

const OPT_IN = 'anthropic-dangerous-direct-browser-access'

/** Headers that a page may send: those of the SDK. */
const ALLOWED =
  /^(?:authorization|x-api-key|anthropic-version|anthropic-beta|anthropic-dangerous-direct-browser-access|x-stainless-[a-z-]+|content-type|accept)$/

/** The key and versions in the headers. Refuses nothing, so that the request can be logged first. */
export function credentialsOf(headers: IncomingHttpHeaders, key: string): Credentials {
  const bearer = /^Bearer (.*)$/i.exec(headers.authorization ?? '')?.[1]
  const given = bearer ?? single(headers['x-api-key'])
  return {
    key: given === undefined || given === '' ? 'absent' : given === key ? 'equal' : 'different',
    keyIn: bearer !== undefined ? 'authorization' : headers['x-api-key'] === undefined ? null : 'x-api-key',
    version: single(headers['anthropic-version']) ?? '',
    betas: new Set(
      (single(headers['anthropic-beta']) ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  }
}

/** Refuses invalid headers in the provider's order: browsers that did not opt in, keys, versions, betas. */
export function admit({ key, keyIn, version, betas }: Credentials, headers: IncomingHttpHeaders): void {
  if (headers.origin !== undefined && !optsIn(headers)) {
    throw denied(`CORS requests must set '${OPT_IN}' header`)
  }
  if (key === 'absent') throw denied('x-api-key header is required')
  if (key === 'different') throw denied(keyIn === 'x-api-key' ? 'invalid x-api-key' : 'Invalid bearer token')
  if (version === '') throw invalid('anthropic-version: header is required')
  if (!VERSIONS.has(version)) throw invalid(`anthropic-version: "${version}" is not a valid version`)
  const unknown = [...betas].find((name) => !BETAS.has(name))
  if (unknown !== undefined) {
    throw invalid(`Unexpected value(s) \`${unknown}\` for the \`anthropic-beta\` header`)
  }
}

function denied(message: string): Refused {
  return new Refused(401, 'authentication_error', message)
}

/** Headers that let a page read an answer; none for a page that did not opt in. */
export function corsOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  if (headers.origin === undefined || !optsIn(headers)) return {}
  return { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
}

/** The answer to a preflight. */
export function preflightOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const wanted = (single(headers['access-control-request-headers']) ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => ALLOWED.test(name))
  if (!wanted.includes(OPT_IN)) return {}
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    // `*` does not include `authorization`.
    'access-control-allow-headers': wanted.join(', '),
    vary: 'access-control-request-headers',
  }
}

function optsIn(headers: IncomingHttpHeaders): boolean {
  return single(headers[OPT_IN]) === 'true'
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
