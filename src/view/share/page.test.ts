import { describe, expect, it } from 'vitest'
import type { SharedContent } from './content.ts'
import { readSharedPage, sharedPage } from './page.ts'

const state = { version: 1, source: { kind: 'log', name: '</script><b>&"x".jsonl', size: 3, hash: '0a' } }
const content: SharedContent = {
  headline: 'Hybrid kept <main> & “more” of it',
  about: 'a\r\nlog · 2 turns',
  notes: ['A <lane>: 1 of 2 answers.'],
  lanes: [
    { label: 'A </main> lane', yaml: 'strategy: evict\n', turns: [{ turn: 0, state: 'x', events: [] }] },
  ],
  metrics: [{ label: 'Cost', unit: '$', differs: true, cells: [{ text: '12', difference: '+1' }] }],
  limits: ['One.'],
  code: 'run("</main>")',
  link: null,
  state,
}
const pictures = [
  { title: 'Stacked', svg: '<svg xmlns="http://www.w3.org/2000/svg"><text>&amp;</text></svg>' },
]

describe('a saved page, read again', () => {
  const html = sharedPage(content, pictures)

  it('is unchanged, and has the state that opens it', () => {
    expect(readSharedPage(html)).toEqual({ unchanged: true, state, link: null })
  })

  it('has its link, if it has no state', () => {
    const link = 'https://elsewhere.example/#v1.abc'
    expect(readSharedPage(sharedPage({ ...content, state: null, link }, pictures))).toEqual({
      unchanged: true,
      state: null,
      link,
    })
  })

  it.each([
    ['a figure', '<td>12', '<td>13'],
    ['a name', 'A &lt;/main&gt; lane', 'B &lt;/main&gt; lane'],
    ['a picture', '%3Ctext%3E', '%3Ctext%20%3E'],
    ['its state', '"version":1', '"version":2'],
    ['what an input shows', '<h2>Metrics</h2>', '<h2>Metrics</h2><input readonly value="Hybrid keeps more">'],
    ['a look', '<h1>', '<h1 hidden>'],
    ['an element', '<h1>Hybrid', '<s>Hybrid'],
    ['its title', '<title>', '<title>Not '],
    ['its style', 'h1 {', 'h1 { display: none; } h2 {'],
    ['its policy', "default-src 'none'", "default-src 'self'"],
    ['its script', "'use strict'", "'use strict';0"],
    ['a comment', '<main>', '<!-- --><main>'],
  ])('says so if %s was changed', (_, before, after) => {
    expect(html).toContain(before)
    expect(readSharedPage(html.replace(before, after))?.unchanged).toBe(false)
  })

  it('says so if something was added around its content, or its link leads elsewhere', () => {
    const linked = sharedPage({ ...content, link: 'https://a.example/#v1.abc' }, pictures)
    expect(readSharedPage(linked)?.unchanged).toBe(true)
    for (const changed of [
      html.replace('<footer>', '<footer><p>Approved.</p>'),
      html.replace('</body>', '<p>Approved.</p></body>'),
      html.replace('</main>', '</main>Approved.'),
      linked.replace('https://a.example/', 'https://b.example/'),
      linked.replace('in the lab', 'and pay'),
    ])
      expect(readSharedPage(changed)?.unchanged).toBe(false)
  })

  it('is the same with line ends of Windows', () => {
    expect(readSharedPage(html.replaceAll('\n', '\r\n'))?.unchanged).toBe(true)
  })

  it('is no other page', () => {
    expect(readSharedPage('<!doctype html><html><main>Hello</main></html>')).toBeNull()
  })
})
