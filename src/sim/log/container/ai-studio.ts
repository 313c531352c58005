import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A chat that Google AI Studio saved: thoughts, answers and pictures are chunks of their own. */
export const aiStudio: Container = {
  name: 'a chat of Google AI Studio',
  keys: ['chunkedPrompt'],
  open: ofWhole((value) => {
    const chunks = listAt(value, 'chunkedPrompt', 'chunks')
    if (chunks.length === 0) return []
    const contents: { readonly role: string; readonly parts: Json[] }[] = []
    for (const chunk of chunks) {
      const role = at(chunk, 'role') === 'model' ? 'model' : 'user'
      const last = contents.at(-1)
      const parts = partsOf(chunk)
      if (parts.length === 0) continue
      if (role === 'model' && last?.role === role) last.parts.push(...parts)
      else contents.push({ role, parts: [...parts] })
    }
    const instruction = at(value, 'systemInstruction')
    const model = at(value, 'runSettings', 'model')
    const hasSystem = at(instruction, 'parts') !== undefined || at(instruction, 'text') !== undefined
    return [
      {
        ...(model !== undefined && { model }),
        ...(hasSystem && { systemInstruction: instruction ?? null }),
        contents,
      },
    ]
  }),
}

/** What a chunk has beside its text, or in its place; a file of Drive is not in the chat. */
const OTHERS = [
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
]

function partsOf(chunk: Json): readonly Json[] {
  const text = textOf(at(chunk, 'text')) ?? ''
  const thought = at(chunk, 'isThought') === true && { thought: true }
  const others = OTHERS.flatMap((key) => {
    const value = at(chunk, key)
    return isRecord(value) ? [{ [key]: value }] : []
  })
  const files = ['driveImage', 'driveDocument', 'driveVideo', 'driveAudio'].flatMap((key) => {
    const id = textOf(at(chunk, key, 'id'))
    return id === undefined ? [] : [{ fileData: { fileUri: `drive:${id}`, mimeType: MIME[key] ?? '' } }]
  })
  return [...(text === '' ? [] : [{ text, ...thought }]), ...others, ...files]
}

const MIME: Readonly<Record<string, string>> = {
  driveImage: 'image/png',
  driveDocument: 'application/pdf',
  driveVideo: 'video/mp4',
  driveAudio: 'audio/mpeg',
}
