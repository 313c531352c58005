import type { IncomingMessage } from 'node:http'
import { invalid } from './refusal.ts'

/** Maximum bytes of a body. */
export const LARGEST_BODY = 32 * 1024 * 1024

/** The whole body; null if it is larger than allowed, after reading and dropping it to its end. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= LARGEST_BODY) chunks.push(chunk)
  }
  return bytes <= LARGEST_BODY ? Buffer.concat(chunks) : null
}

/** The body as JSON. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw invalid(
      `The request body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
