import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from './faults.ts'
import type { Scripted } from './messages.ts'
import { invalid, refusalOf, Refused } from './refusal.ts'
import { jsonOf, readBody } from './request-body.ts'
import { sendError, sendJson } from './send.ts'
import type { State } from './state.ts'

/** Endpoints by which tests control the server. */
export async function administer(
  state: State,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request)
  const list = (): unknown[] => {
    const value = jsonOf(body ?? Buffer.from(''))
    if (!Array.isArray(value)) throw invalid(`${path} takes a list`)
    return value
  }
  try {
    switch (`${request.method} ${path}`) {
      case 'POST /__faults':
        state.faults.set(list() as Fault[])
        break
      case 'POST /__script':
        state.scripts.splice(0, Infinity, ...(list() as Scripted[]))
        break
      case 'POST /__reset':
        state.faults.set([])
        state.scripts.length = 0
        state.log.length = 0
        state.cache.clear()
        break
      case 'GET /__log':
        sendJson(response, 200, state.log, '', {})
        return
      default:
        throw refusalOf(404)
    }
    sendJson(response, 200, { faults: state.faults.left(), scripts: state.scripts.length }, '', {})
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    sendError(response, error, '', {})
  }
}
