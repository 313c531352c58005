import { afterEach, expect, test, vi } from 'vitest'
import { toClipboard } from './clipboard.ts'

/** A browser whose clipboard keeps what it was given, as each of its types; null has no clipboard. */
function withClipboard(clipboard: { readonly refuses: boolean } | null): unknown[] {
  const kept: unknown[] = []
  const refusal = new DOMException('Write permission denied.', 'NotAllowedError')
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly data: Record<string, Promise<unknown>>

      constructor(data: Record<string, Promise<unknown>>) {
        this.data = data
      }
    },
  )
  vi.stubGlobal('navigator', {
    clipboard:
      clipboard === null
        ? undefined
        : {
            async writeText(text: string) {
              if (clipboard.refuses) throw refusal
              kept.push(text)
            },
            async write([item]: readonly { readonly data: Record<string, Promise<unknown>> }[]) {
              if (clipboard.refuses) throw refusal
              for (const [type, content] of Object.entries(item?.data ?? {})) kept.push([type, await content])
            },
          },
  })
  return kept
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a text and a content that is made after the press are copied', async () => {
  const kept = withClipboard({ refuses: false })
  expect(await toClipboard('plain', 'text/plain')).toBe(true)
  expect(await toClipboard(async () => 'made', 'text/html')).toBe(true)
  expect(kept).toEqual(['plain', ['text/html', 'made']])
})

test('nothing is copied if the content is null, and nobody hears of an error', async () => {
  const kept = withClipboard({ refuses: false })
  expect(await toClipboard(async () => null, 'text/plain')).toBe(false)
  expect(kept).toEqual([])
})

test('why nothing was copied: the content could not be made, the browser refuses, or has no clipboard', async () => {
  withClipboard({ refuses: false })
  const made = async (): Promise<string> => Promise.reject(new Error('there is nothing to draw'))
  await expect(toClipboard(made, 'text/plain')).rejects.toThrow('there is nothing to draw')
  withClipboard({ refuses: true })
  await expect(toClipboard(made, 'text/plain')).rejects.toThrow('there is nothing to draw')
  await expect(toClipboard(async () => 'made', 'text/plain')).rejects.toThrow('Write permission denied.')
  await expect(toClipboard('plain', 'text/plain')).rejects.toThrow('Write permission denied.')
  withClipboard(null)
  await expect(toClipboard('plain', 'text/plain')).rejects.toThrow(
    'browsers allow it only on pages served over https',
  )
})
