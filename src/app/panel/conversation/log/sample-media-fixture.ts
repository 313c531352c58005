import type { Message, Part, ToolResultPart } from '../../../../engine/index.ts'
import type { Trace } from '../../../../sim/index.ts'

/** Pixels of the picture of a test report, and of a screenshot. */
const REPORT = [1024, 640] as const
const SCREEN = [1440, 900] as const

/**
 * A conversation with media, to try a log that has some: a PDF beside the task, a picture of the report in the result
 * of each test run, and a screenshot in a later message of the user.
 */
export function withMedia(trace: Trace): Trace {
  const testing = new Set(
    trace.messages.flatMap(({ content }) =>
      partsOf(content).flatMap((part) =>
        part.type === 'tool_use' && /npm test|vitest/.test(JSON.stringify(part.input)) ? [part.id] : [],
      ),
    ),
  )
  let said = 0
  return { ...trace, messages: trace.messages.map(shown) }

  function shown(message: Message): Message {
    if (message.role !== 'user') return message
    const parts = partsOf(message.content)
    if (parts.some(({ type }) => type === 'tool_result'))
      return { ...message, content: parts.map((part) => (isTest(part) ? reported(part) : part)) }
    said += 1
    const more: readonly Part[] =
      said === 1
        ? [text('The rules of the platform team for such migrations:'), pdf('Rules for HTTP clients')]
        : [text('This is the dashboard that must look the same afterwards:'), png(SCREEN)]
    return { ...message, content: [...parts, ...more] }
  }

  function isTest(part: Part): part is ToolResultPart {
    return part.type === 'tool_result' && testing.has(part.tool_use_id)
  }
}

function reported(result: ToolResultPart): ToolResultPart {
  const said = typeof result.content === 'string' ? [text(result.content)] : result.content
  return { ...result, content: [...said, png(REPORT)] }
}

function partsOf(content: Message['content']): readonly Part[] {
  return typeof content === 'string' ? [text(content)] : content
}

function text(words: string) {
  return { type: 'text', text: words } as const
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A picture of one grey: its content does not affect its tokens, and the file is small. */
function png([width, height]: readonly [number, number]) {
  const rows = height * (1 + Math.ceil(width / 8))
  const header = [...fourBytes(width), ...fourBytes(height), 1, 3, 0, 0, 0]
  const bytes = [
    ...SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('PLTE', [0xe8, 0xe8, 0xe8]),
    ...chunk('IDAT', zeros(rows)),
    ...chunk('IEND', []),
  ]
  return { type: 'image', source: base64(bytes, 'image/png') } as const
}

/** A page with one line of text. */
function pdf(line: string) {
  const drawn = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  const bytes = [...`${body}${table}${end}`].map((sign) => sign.charCodeAt(0))
  return { type: 'document', source: base64(bytes, 'application/pdf') } as const
}

function base64(bytes: readonly number[], media_type: string) {
  return { type: 'base64', media_type, data: btoa(String.fromCharCode(...bytes)) } as const
}

function chunk(type: string, data: readonly number[]): number[] {
  const named = [...[...type].map((sign) => sign.charCodeAt(0)), ...data]
  return [...fourBytes(data.length), ...named, ...fourBytes(crc32(named))]
}

function fourBytes(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)
}

/** This many bytes of 0 in zlib's format (RFC 1950, 1951): one literal, then repeated copies of 258. */
function zeros(count: number): number[] {
  const bits: number[] = [1, 1, 0]
  const code = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  const again = Math.floor((count - 1) / 258)
  for (let left = count - again * 258; left > 0; left--) code(0x30, 8)
  // Code 285 is a length of 258, distance code 0 the byte before; 256 ends it.
  for (let one = 0; one < again; one++) code((0xc5 << 5) | 0, 13)
  code(0, 7)
  const packed: number[] = []
  for (let at = 0; at < bits.length; at += 8)
    packed.push(bits.slice(at, at + 8).reduce((byte, bit, index) => byte | (bit << index), 0))
  const sum = ((count % 65_521) << 16) | 1
  return [0x78, 0x01, ...packed, ...fourBytes(sum >>> 0)]
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
