import { describe, expect, it } from 'vitest'
import { documentFrom } from './media-part.ts'
import { mediaTokens } from './media.ts'
import { pdfPages } from './pdf.ts'

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')
/** Numbered objects of a PDF as programs write them. */
const pdf = (...objects: string[]): string =>
  base64(
    `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${objects.map((one, at) => `${at + 1} 0 obj\n${one}\nendobj\n`).join('')}%%EOF`,
  )

const page = '<< /Type /Page /Parent 2 0 R /Contents 9 0 R >>'
const kids = (count: number): string => Array.from({ length: count }, (_, at) => `${at + 3} 0 R`).join(' ')

describe('pages of a PDF', () => {
  it('TOK-3 are those of the root of its pages, not those of a part of them', () => {
    const root = `<< /Type /Pages /Kids [${kids(2)}] /Count 12 >>`
    const parts = ['<</Kids[5 0 R]/Type/Pages/Parent 1 0 R/Count 8>>', '<</Type/Pages/Count 4>>']
    expect(pdfPages(pdf('<< /Type /Catalog /Pages 2 0 R >>', root, ...parts))).toBe(12)
    expect(pdfPages(pdf(`<< /Count 300 /Kids [${kids(300)}] /Type /Pages >>`))).toBe(300)
    expect(pdfPages(pdf('<< /Type /Outlines /Count 77 >>', root))).toBe(12)
  })

  it('TOK-3 are those that can be seen where no root says how many', () => {
    expect(pdfPages(pdf(page, page.replaceAll(' /', '/'), page))).toBe(3)
  })

  it('TOK-3 are what a file for fast viewing says at its beginning', () => {
    expect(pdfPages(pdf('<< /Linearized 1 /L 9001 /H [ 700 50 ] /O 12 /E 4000 /N 45 /T 8800 >>'))).toBe(45)
  })

  it('TOK-3 are about the streams of unknown kind where their list is compressed', () => {
    const stream = (about: string): string =>
      `<< ${about} /Length 3 /Filter /FlateDecode >>\nstream\nabc\nendstream`
    const content = Array.from({ length: 20 }, () => stream(''))
    expect(pdfPages(pdf(stream('/Type /ObjStm /N 90'), ...content, stream('/Subtype /Image')))).toBe(20)
  })

  it('TOK-3 are unknown in what is no PDF, and in one without any sign of them', () => {
    expect(pdfPages(base64('GIF89a'))).toBeNull()
    expect(pdfPages('')).toBeNull()
    expect(pdfPages(pdf())).toBeNull()
    expect(pdfPages(pdf('<< /Type /Pages /Count 0 >>'))).toBeNull()
  })

  it('TOK-3 are what a document costs', () => {
    const data = pdf(`<< /Type /Pages /Count 40 >>`)
    const source = { type: 'base64' as const, media_type: 'application/pdf', data }
    expect(mediaTokens(documentFrom(source))).toBe(80_000)
    expect(mediaTokens(documentFrom({ ...source, data: base64('%PDF-1.7') }))).toBe(2000)
  })
})
