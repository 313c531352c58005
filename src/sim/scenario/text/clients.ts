import written from './migration.json' with { type: 'json' }

/** An HTTP call of a client: how its method looks on axios and on fetch. */
export interface Operation {
  readonly method: string
  readonly verb: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for its parameters. */
  readonly path: string
  /** Parameters as they are declared, path parameters first. */
  readonly parameters: string
  /** Type of the response; '' for none. */
  readonly answer: string
  /** Query parameters or the body, as written. */
  readonly sends: string
  /** The status with an error of its own, that error's class and the object passed to it. */
  readonly status: number
  readonly error: string
  readonly about: string
}

export interface ClientSpec {
  /** `billing` → src/clients/billingClient.ts, class BillingClient. */
  readonly name: string
  /** Entity of most of its helper functions. */
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

/** The clients of user-service, in the order of the story. */
export const CLIENTS: readonly ClientSpec[] = written.clients.map((client) => ({
  ...client,
  operations: client.operations.map(operation),
}))

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

/** The original body of a method: three ways of handling axios errors that had grown over time. */
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

/** The original class of a client, one timeout and one style per operation. */
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
