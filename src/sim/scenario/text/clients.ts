/** An HTTP call of a client: how its method looks on axios and on fetch. */
export interface Operation {
  readonly method: string
  readonly verb: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for its parameters. */
  readonly path: string
  /** Parameters as they are declared, path parameters first. */
  readonly parameters: string
  /** Type of the answer; '' for none. */
  readonly answer: string
  /** Query parameters or the body, as they are written. */
  readonly sends: string
  /** Status that has an error of its own, that error's class and the object it takes. */
  readonly status: number
  readonly error: string
  readonly about: string
}

export interface ClientSpec {
  /** `billing` → src/clients/billingClient.ts, class BillingClient. */
  readonly name: string
  /** Entity that its bulk of helper functions is about. */
  readonly entity: string
  readonly operations: readonly Operation[]
}

/** method | verb path | parameters | answer | sends | status error about */
function operation(line: string): Operation {
  const [method = '', route = '', parameters = '', answer = '', sends = '', failure = ''] = line
    .split('|')
    .map((part) => part.trim())
  const [verb = 'GET', path = ''] = route.split(' ')
  const [status = '404', error = '', about = ''] = failure.split(' ')
  return {
    method,
    verb: verb as Operation['verb'],
    path,
    parameters,
    answer,
    sends,
    status: Number(status),
    error,
    about,
  }
}

function client(name: string, entity: string, ...lines: readonly string[]): ClientSpec {
  return { name, entity, operations: lines.map(operation) }
}

/** The clients of user-service, in the order in which the agent meets them. */
export const CLIENTS: readonly ClientSpec[] = Object.freeze([
  client(
    'billing',
    'Invoice',
    'listInvoices | GET /v2/accounts/:accountId/invoices | accountId: string, cursor?: string | InvoicePage | cursor, limit: 250 | 404 AccountUnknown accountId',
    'disputeInvoice | POST /v2/invoices/:invoiceId/disputes | invoiceId: string, reason: string | Dispute | reason, openedBy: this.actor | 409 DisputeExists invoiceId',
    'fetchBalance | GET /v2/accounts/:accountId/balance | accountId: string | Balance | includeHolds: true | 410 AccountClosed accountId',
  ),
  client(
    'identity',
    'Session',
    'introspect | POST /oauth/introspect | token: string | TokenInfo | token, hint: "access_token" | 401 TokenRejected token',
    'revokeSession | DELETE /v1/sessions/:sessionId | sessionId: string | | cascade: true | 404 SessionUnknown sessionId',
    'listSessions | GET /v1/users/:userId/sessions | userId: string, active: boolean | SessionList | active, limit: 100 | 404 UserUnknown userId',
  ),
  client(
    'notification',
    'Notice',
    'sendNotice | POST /v3/notices | userId: string, template: string, values: NoticeValues | NoticeReceipt | userId, template, values | 422 TemplateInvalid template',
    'cancelNotice | DELETE /v3/notices/:noticeId | noticeId: string | | reason: "user-request" | 409 NoticeAlreadySent noticeId',
  ),
  client(
    'avatar',
    'Profile',
    'uploadAvatar | PUT /v1/avatars/:userId | userId: string, image: Uint8Array | AvatarInfo | image, checksum: sha256(image) | 413 AvatarTooLarge userId',
    'removeAvatar | DELETE /v1/avatars/:userId | userId: string | | keepOriginal: false | 404 AvatarMissing userId',
    'avatarUrls | GET /v1/avatars | userIds: readonly string[] | AvatarUrls | ids: userIds, size: 256 | 400 AvatarQueryInvalid userIds',
  ),
  client(
    'consent',
    'Consent',
    'readConsents | GET /v2/subjects/:subjectId/consents | subjectId: string, purposes: readonly string[] | ConsentSet | purpose: purposes | 404 SubjectUnknown subjectId',
    'grantConsent | POST /v2/subjects/:subjectId/consents | subjectId: string, purpose: string, policyRef: string | ConsentReceipt | purpose, policyRef, source: "user-service" | 409 ConsentOutdated policyRef',
    'revokeConsent | DELETE /v2/consents/:consentId | consentId: string | | notify: true | 410 ConsentGone consentId',
  ),
  client(
    'geo',
    'Address',
    'normalizeAddress | POST /v1/addresses/normalize | lines: readonly string[], country: string | NormalizedAddress | lines, country, strict: false | 422 AddressUnresolvable country',
    'timezoneOf | GET /v1/timezones | latitudeE6: number, longitudeE6: number | TimezoneInfo | lat: latitudeE6, lon: longitudeE6 | 404 TimezoneUnknown latitudeE6',
  ),
  client(
    'search',
    'Membership',
    'searchUsers | GET /v4/users/_search | query: UserQuery, cursor?: string | UserHits | q: query.text, tags: query.tags, cursor | 400 QueryRejected query',
    'reindexUser | PUT /v4/users/:userId/index | userId: string, document: UserDocument | | document, refresh: false | 409 IndexVersionConflict userId',
  ),
  client(
    'audit',
    'AuditEntry',
    'appendEntry | POST /v1/trail/:trailId/entries | trailId: string, entry: AuditInput | AuditReceipt | entry, sealed: true | 409 TrailSealed trailId',
    'readTrail | GET /v1/trail/:trailId | trailId: string, after?: number | AuditPage | after, limit: 500 | 404 TrailUnknown trailId',
  ),
  client(
    'device',
    'Device',
    'bindDevice | POST /v2/devices/:deviceId/binding | deviceId: string, userId: string | DeviceBinding | userId, replace: true | 409 DeviceBound deviceId',
    'unbindDevice | DELETE /v2/devices/:deviceId/binding | deviceId: string | | wipe: false | 404 DeviceUnknown deviceId',
    'pushTokens | GET /v2/users/:userId/push-tokens | userId: string | PushTokens | platform: ["ios", "android"] | 404 UserUnknown userId',
  ),
])

function className(spec: ClientSpec): string {
  return spec.name.slice(0, 1).toUpperCase() + spec.name.slice(1) + 'Client'
}

export function clientPath(spec: ClientSpec): string {
  return `src/clients/${spec.name}Client.ts`
}

function signature(it: Operation): string {
  return `  async ${it.method}(${it.parameters}): Promise<${it.answer === '' ? 'void' : it.answer}> {`
}

function url(it: Operation): string {
  return it.path.includes(':') ? '`' + it.path.replace(/:(\w+)/g, '$' + '{$1}') + '`' : `'${it.path}'`
}

function sends(it: Operation): string {
  return it.sends.replaceAll('"', "'")
}

/** The body of a method as it was: three ways in which people had come to handle axios errors. */
export function axiosBody(it: Operation, spec: ClientSpec, timeout: number, style: 0 | 1 | 2): string {
  const type = it.answer === '' ? '' : `<${it.answer}>`
  const give = it.answer === '' ? '' : '      return response.data\n'
  const keep = it.answer === '' ? '' : 'const response = '
  const operationName = `'${spec.name}.${it.method}'`
  if (style === 0) {
    const options = `{ timeout: ${timeout} }`
    const call =
      it.verb === 'GET' || it.verb === 'DELETE'
        ? `this.http.${it.verb.toLowerCase()}${type}(${url(it)}, { params: { ${sends(it)} }, timeout: ${timeout} })`
        : `this.http.${it.verb.toLowerCase()}${type}(${url(it)}, { ${sends(it)} }, ${options})`
    return `    try {
      ${keep}await ${call}
${give}    } catch (error) {
      if (axios.isAxiosError(error) && error.response?.status === ${it.status}) {
        throw new ${it.error}({ ${it.about} }, { cause: error })
      }
      throw toUpstreamError(error, ${operationName})
    }`
  }
  const field = it.verb === 'GET' || it.verb === 'DELETE' ? 'params' : 'data'
  if (style === 1) {
    return `    ${keep}await this.http
      .request${type}({
        method: '${it.verb}',
        url: ${url(it)},
        ${field}: { ${sends(it)} },
        timeout: ${timeout},
      })
      .catch((error: AxiosError) => {
        if (error.response?.status === ${it.status}) throw new ${it.error}({ ${it.about} }, { cause: error })
        throw toUpstreamError(error, ${operationName})
      })${it.answer === '' ? '' : '\n    return response.data'}`
  }
  return `    const response = await this.http.request${type}({
      method: '${it.verb}',
      url: ${url(it)},
      ${field}: { ${sends(it)} },
      timeout: ${timeout},
      validateStatus: (status) => status < 300 || status === ${it.status},
    })
    if (response.status === ${it.status}) throw new ${it.error}({ ${it.about} })${it.answer === '' ? '' : '\n    return response.data'}`
}

/** The same body on the wrapper around fetch. */
export function fetchBody(it: Operation, spec: ClientSpec, timeout: number): string {
  const field = it.verb === 'GET' || it.verb === 'DELETE' ? 'query' : 'body'
  const call = `this.call${it.answer === '' ? '' : `<${it.answer}>`}('${it.verb}', ${url(it)}, {
      ${field}: { ${sends(it)} },
      timeoutMs: ${timeout},
      operation: '${spec.name}.${it.method}',
      onStatus: { ${it.status}: (cause) => new ${it.error}({ ${it.about} }, { cause }) },
    })`
  return it.answer === '' ? `    await ${call}` : `    return await ${call}`
}

export function clientImports(): { readonly axios: string; readonly fetch: string } {
  return {
    axios: `import axios, { type AxiosError, type AxiosInstance } from 'axios'\nimport { toUpstreamError } from '../http/errors'`,
    fetch: `import type { UpstreamCall } from '../http/request'`,
  }
}

export function clientConstructor(): { readonly axios: string; readonly fetch: string } {
  return {
    axios: `  constructor(\n    private readonly http: AxiosInstance,\n    private readonly actor: string,\n  ) {}`,
    fetch: `  constructor(\n    private readonly call: UpstreamCall,\n    private readonly actor: string,\n  ) {}`,
  }
}

/** The class of a client as the agent finds it, one timeout and one style per operation. */
export function clientClass(
  spec: ClientSpec,
  timeouts: readonly number[],
  styles: readonly (0 | 1 | 2)[],
): string {
  const methods = spec.operations.map(
    (it, index) =>
      `${signature(it)}\n${axiosBody(it, spec, timeouts[index] ?? 3000, styles[index] ?? 0)}\n  }`,
  )
  return `export class ${className(spec)} {\n${[clientConstructor().axios, ...methods].join('\n\n')}\n}`
}
