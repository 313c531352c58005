import { factsOf, outputLinesOf, sentencesOf } from '../../engine/internal.ts'
import type { Ask, AskSource } from '../../engine/index.ts'
import { Fit, shortened } from './fit.ts'
import type { Count } from './fit.ts'
import { rareLines } from './rarity.ts'
import { summarizeResult, titleOf } from './result.ts'

/** From this many tokens on there is room for several lines; below the second number only for a title. */
const KEY_POINTS = 48
const ONE_LINE = 16

/** One block at the length its age allows: key points, one line, or a title. */
export function summarizeBlock(ask: Ask, count: Count): string {
  const [source] = ask.sources
  if (source === undefined) return ''
  const output = source.type === 'tool_result' || source.type === 'tool_call'
  if (ask.maxTokens < ONE_LINE) return shortened(titleFor(source, output), ask.maxTokens, count)
  if (ask.maxTokens < KEY_POINTS) return shortened(oneLine(source, output), ask.maxTokens, count)
  return output ? summarizeResult(ask, count) : keyPoints(ask, source, count)
}

function titleFor(source: AskSource, output: boolean): string {
  return output ? titleOf(source) : (sentencesOf(source.text)[0]?.text ?? '')
}

function oneLine(source: AskSource, output: boolean): string {
  const facts = factsOf(source).filter(({ kind }) => kind !== 'file' && kind !== 'next' && kind !== 'current')
  const told = facts.find(({ kind }) => kind === 'error') ?? facts[0]
  if (!output) return told?.text ?? rareLines([source])[0]?.text ?? titleFor(source, output)
  const finding = told?.text ?? outputLinesOf(source.text).at(-1)?.text ?? ''
  return finding === '' ? titleOf(source) : `${titleOf(source)}. ${finding}`
}

function keyPoints(ask: Ask, source: AskSource, count: Count): string {
  const fit = new Fit(ask.maxTokens, count, () => '')
  const sentences = sentencesOf(source.text)
  const place = new Map(sentences.map(({ text, at }) => [text, at]))
  const told = factsOf(source).map(({ text }) => text)
  const first = sentences[0]?.text ?? ''
  for (const text of [...told, first, ...rareLines([source]).map((line) => line.text)]) {
    if (fit.full) break
    if (text !== '') fit.offer({ part: '', line: text, place: place.get(text) ?? sentences.length })
  }
  const text = fit.text([''])
  return text === '' ? shortened(told[0] ?? first, ask.maxTokens, count) : text
}
