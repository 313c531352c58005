import type { IncomingMessage } from 'node:http'
import { invalid } from './refusal.ts'

/** Bytes that a body may have. */
export const LARGEST_BODY = 32 * 1024 * 1024

/** The whole body; null where it is larger than is allowed, and then read to its end and forgotten. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= LARGEST_BODY) chunks.push(chunk)
  }
  return bytes <= LARGEST_BODY ? Buffer.concat(chunks) : null
}

/** The JSON that a body is. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw invalid(
      `The request body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
