import type { LogRecord } from '../read/reader.ts'
import type { Container } from './container.ts'
import { chatOf } from './transcript.ts'
import type { Said } from './transcript.ts'

/** A line with the day, the time and who wrote, as phones export a chat: Android puts a dash behind them, iOS brackets around. */
const LINE =
  /^[\u200E\u202A]*\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \u202F\u00A0]?[AaPp]\.? ?[Mm]\.?)?(?:\]|[ \u00A0]-) ([^\n]*)$/

/** A chat that WhatsApp exports as text. What several lines say belongs together; notices have no speaker. */
export const whatsApp: Container = {
  name: 'a chat that WhatsApp exports',
  keys: [],
  head: new RegExp(LINE.source, 'm'),
  open({ text }): readonly LogRecord[] {
    const said: { who: string; isBot: boolean; lines: string[] }[] = []
    let isOpen = false
    for (const raw of text.split('\n')) {
      const line = raw.replace(/\r$/, '')
      const [, rest] = LINE.exec(line) ?? []
      if (rest === undefined) {
        if (isOpen) said.at(-1)?.lines.push(line)
        continue
      }
      const [, who, words] = /^([^:]{1,80}): ([^]*)$/.exec(rest) ?? []
      isOpen = who !== undefined
      if (who !== undefined) said.push({ who, isBot: BOT.test(who), lines: [words ?? ''] })
    }
    const whole = said.map(({ who, isBot, lines }): Said => ({
      who,
      isBot,
      text: lines.join('\n').trim(),
      timestamp: undefined,
    }))
    return whole.length < 2 ? [] : [{ value: { messages: chatOf(whole) }, line: 1, column: 1 }]
  },
}

const BOT = /\b(?:bot|ai|assistant|gpt|chatgpt|copilot|gemini|claude)\b/i
