import type { SharedContent } from './content.ts'
import { sha256 } from './sha256.ts'

/** A picture of a page, as SVG that needs nothing from elsewhere. */
export interface SharedPicture {
  readonly title: string
  readonly svg: string
}

/**
 * One HTML file that opens without a server and without the network: pictures, figures, what happened turn by turn, the
 * settings. Its own policy allows exactly its script and its style. It carries the SHA-256 of all of it, and says whether
 * it is unchanged. Texts of logs are texts in it, never markup.
 *
 * Its script knows only what a browser read, so every character here is as a browser that reads it would write it again:
 * no space where one is dropped, no attribute without a value.
 */
export function sharedPage(content: SharedContent, pictures: readonly SharedPicture[]): string {
  const lanes = content.lanes.map(({ label, turns }) => ({ label, turns }))
  const data = JSON.stringify({ lanes, ...(content.state !== null && { state: content.state }) })
    // Nothing in it may end its element.
    .replaceAll('<', '\\u003c')
  const script = `'use strict';const sha256=${sha256.toString()};(${SCRIPT})()`
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${base64(sha256(STYLE))}'`,
    `script-src 'sha256-${base64(sha256(script))}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const written = (seal: string): string =>
    [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="referrer" content="no-referrer">',
      `<title>${escaped(content.headline)}</title>`,
      `<style>${STYLE}</style>`,
      '</head>',
      '<body>',
      `<main>${mainOf(content, pictures)}</main>`,
      '<footer>',
      `<p id="seal" data-hash="${seal}">Without its script, this page cannot check whether it is unchanged. Its SHA-256 without these digits: <code>${seal}</code></p>`,
      ...(content.link === null
        ? []
        : [`<p><a href="${escaped(content.link)}" rel="noreferrer">Open this comparison in the lab</a></p>`]),
      '</footer>',
      `<script type="application/json" id="data">${data}</script>`,
      `<script>${script}</script>`,
      '</body></html>',
    ].join('\n')
  return written(sha256(written('')))
}

function mainOf(content: SharedContent, pictures: readonly SharedPicture[]): string {
  const { headline, about, notes, lanes, metrics, limits, code } = content
  const head = ['Metric', ...lanes.map(({ label }) => label)]
  return [
    `<h1>${escaped(headline)}</h1>`,
    `<p class="about">${escaped(about)}</p>`,
    ...notes.map((note) => `<p>${escaped(note)}</p>`),
    ...pictures.map(
      ({ title, svg }) =>
        `<figure><img alt="" width="1280" height="720" src="${escaped(`data:image/svg+xml,${encodeURIComponent(svg)}`)}"><figcaption>${escaped(title)}</figcaption></figure>`,
    ),
    '<section id="turns"><h2>Turn by turn</h2><p class="about">The buttons and the arrow keys step through the turns.</p></section>',
    '<h2>Metrics</h2>',
    '<div class="wide"><table>',
    `<thead><tr>${head.map((text) => `<th scope="col">${escaped(text)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...metrics.map(
      ({ label, unit, differs, cells }) =>
        `<tr${differs ? ' class="differs"' : ''}><th scope="row">${escaped(label)} <small>${escaped(unit)}</small></th>${cells
          .map(({ text, difference }) => `<td>${escaped(text)} <small>${escaped(difference)}</small></td>`)
          .join('')}</tr>`,
    ),
    '</tbody></table></div>',
    '<h2>Settings</h2>',
    '<p class="about">What differs from the defaults.</p>',
    ...lanes.map(
      ({ label, yaml }) =>
        `<details><summary>${escaped(label)}</summary><pre>${escaped(yaml.trim())}</pre></details>`,
    ),
    '<h2>What a simulation cannot show</h2>',
    `<ul>${limits.map((sentence) => `<li>${escaped(sentence)}</li>`).join('')}</ul>`,
    '<h2>How to reproduce it</h2>',
    `<details><summary>A program for Node</summary><pre>${escaped(code.trim())}</pre></details>`,
  ].join('\n')
}

/** What a saved page says of itself. */
export interface ReadPage {
  /** Whether it is what was written. */
  readonly unchanged: boolean
  /** What opens it in the lab, unchecked; null if it has nothing. */
  readonly state: unknown
  /** The address in its link; null if it has none. */
  readonly link: string | null
}

/** Reads the text of a page that `sharedPage` wrote, without running it; null for any other page. */
export function readSharedPage(html: string): ReadPage | null {
  const [, seal] = /<p id="seal" data-hash="([0-9a-f]+)"/.exec(html) ?? []
  const [, data] = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html) ?? []
  if (seal === undefined || data === undefined) return null
  const link = /<footer>[^]*<a href="([^"]*)"/.exec(html)?.[1] ?? null
  const unsealed = html.replaceAll('\r\n', '\n').replaceAll(seal, '')
  return { unchanged: sha256(unsealed) === seal, state: stateIn(data), link }
}

function stateIn(data: string): unknown {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && 'state' in value ? value.state : null
  } catch {
    // Then it was changed, and its seal says so.
    return null
  }
}

/** A text as markup shows it, in an element or an attribute. Browsers read a carriage return as a line feed. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\0|\p{Surrogate}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Hexadecimal digits as base 64. */
function base64(hex: string): string {
  let text = ''
  for (let at = 0; at < hex.length; at += 6) {
    const part = hex.slice(at, at + 6)
    const bits = Number.parseInt(part.padEnd(6, '0'), 16)
    const count = Math.ceil((part.length * 4) / 6)
    for (let place = 0; place < 4; place++)
      text += place < count ? (DIGITS[(bits >> (18 - 6 * place)) & 63] ?? '') : '='
  }
  return text
}

/** Checks the page before it touches anything, once all of it is there, and steps through the turns. */
const SCRIPT = `function () {
document.addEventListener('DOMContentLoaded', () => {
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const markup = (node) => {
    if (node.nodeType === 3) return /^(?:SCRIPT|STYLE)$/.test(node.parentNode.nodeName) ? node.data : escaped(node.data)
    if (node.nodeType !== 1) return '<!-- -->'
    const name = node.nodeName.toLowerCase()
    const attributes = [...node.attributes].map((one) => ' ' + one.name + '="' + escaped(one.value) + '"')
    const inside = /^(?:meta|img)$/.test(name) ? '' : [...node.childNodes].map(markup).join('') + '</' + name + '>'
    return '<' + name + attributes.join('') + '>' + inside
  }
  const seal = document.getElementById('seal')
  const told = seal.dataset.hash
  const type = document.doctype === null ? '' : '<!doctype html>'
  const hash = sha256((type + markup(document.documentElement)).replaceAll(told, ''))
  const same = hash === told
  seal.className = same ? 'same' : 'changed'
  seal.textContent = same
    ? '✓ Unchanged since it was written. Its SHA-256 without these digits: ' + hash
    : '✗ Changed since it was written, or an extension of the browser added something: its SHA-256 is ' + hash + ' instead of ' + told

  const text = document.getElementById('data').textContent
  const element = (name, content, look) => {
    const made = document.createElement(name)
    if (content !== undefined) made.textContent = content
    if (look !== undefined) made.className = look
    return made
  }
  let lanes = []
  try {
    lanes = JSON.parse(text).lanes
  } catch (failure) {
    lanes = []
  }
  const numbers = [...new Set(lanes.flatMap(({ turns }) => turns.map(({ turn }) => turn)))].sort((a, b) => a - b)
  if (numbers.length === 0) return
  const marked = new Set(
    lanes.flatMap(({ turns }) => turns.filter(({ events }) => events.some(({ letter, loss }) => loss || letter === 'E')).map(({ turn }) => turn)),
  )
  let at = Math.max(0, numbers.findIndex((turn) => marked.has(turn)))
  const section = document.getElementById('turns')
  const bar = element('p', undefined, 'bar')
  const slider = element('input')
  Object.assign(slider, { type: 'range', min: 0, max: numbers.length - 1 })
  slider.setAttribute('aria-label', 'Turn')
  const output = element('output')
  const shown = element('div', undefined, 'lanes')
  shown.setAttribute('aria-live', 'polite')
  const show = (to) => {
    at = Math.min(numbers.length - 1, Math.max(0, to))
    slider.value = at
    output.textContent = 'turn ' + numbers[at] + ' of ' + numbers[numbers.length - 1]
    shown.replaceChildren(
      ...lanes.map(({ label, turns }) => {
        const box = element('section')
        box.append(element('h3', label))
        const turn = turns.find((one) => one.turn === numbers[at])
        box.append(element('p', turn === undefined ? 'The run ended before this turn.' : turn.state, 'about'))
        const list = element('ul')
        for (const { letter, text: words, loss } of turn === undefined ? [] : turn.events) {
          const item = element('li', undefined, loss ? 'loss' : '')
          item.append(element('b', letter), ' ' + words)
          list.append(item)
        }
        if (turn !== undefined && turn.events.length === 0) box.append(element('p', 'Nothing happened.', 'about'))
        box.append(list)
        return box
      }),
    )
  }
  const button = (label, to) => {
    const made = element('button', label)
    made.type = 'button'
    made.addEventListener('click', () => show(to()))
    return made
  }
  const event = (step) => () => {
    for (let next = at + step; next >= 0 && next < numbers.length; next += step) if (marked.has(numbers[next])) return next
    return at
  }
  slider.addEventListener('input', () => show(Number(slider.value)))
  document.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
    if (altKey || ctrlKey || metaKey || target === slider) return
    if (key === 'ArrowLeft') show(at - 1)
    if (key === 'ArrowRight') show(at + 1)
  })
  bar.append(
    button('Previous eviction or loss', event(-1)),
    button('Previous turn', () => at - 1),
    button('Next turn', () => at + 1),
    button('Next eviction or loss', event(1)),
    slider,
    output,
  )
  section.append(bar, shown)
  show(at)
})
}`

const STYLE = `
:root { color-scheme: light; font: 15px/1.5 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif; color: #1b1e23; background: #fbfbfa; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 32px 24px; max-width: 1120px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { font-size: 26px; line-height: 1.3; margin: 0 0 8px; text-wrap: balance; }
h2 { font-size: 18px; margin: 40px 0 4px; }
h3 { font-size: 14px; margin: 0 0 4px; }
.about, small, figcaption { color: #545b66; font-size: 13px; }
p { margin: 0 0 8px; }
figure { margin: 20px 0; }
figcaption { margin-top: 6px; }
img { display: block; width: 100%; height: auto; border: 1px solid #dfe0e0; border-radius: 4px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; overflow-wrap: normal; }
th, td { padding: 3px 10px 3px 0; text-align: right; border-bottom: 1px solid #dfe0e0; font-weight: 400; white-space: nowrap; }
th:first-child { text-align: left; }
thead th, .differs th { font-weight: 600; }
pre, code { font: 12px/1.5 'JetBrains Mono', ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
pre { overflow-x: auto; padding: 12px; background: #f3f3f1; border-radius: 4px; overflow-wrap: normal; }
ul { margin: 0; padding-left: 20px; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 8px 0; }
.bar input { flex: 1 1 160px; accent-color: #2d51c4; }
.bar output { min-width: 10ch; }
button { font: inherit; font-size: 13px; color: inherit; padding: 4px 10px; background: #fff; border: 1px solid #b9bcc0; border-radius: 4px; cursor: pointer; }
button:hover { border-color: #2d51c4; }
:focus-visible { outline: 2px solid #2d51c4; outline-offset: 2px; }
.lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 24px; min-height: 200px; font-size: 13px; }
.lanes ul { list-style: none; padding: 0; }
.lanes b { display: inline-block; min-width: 1.4em; }
.loss, .changed { color: #c0272d; }
.same { color: #1d6b4a; }
.changed { font-weight: 600; }
footer { margin-top: 40px; padding-top: 12px; border-top: 1px solid #dfe0e0; font-size: 13px; }
a { color: #2d51c4; }
details { margin: 6px 0; }
summary { cursor: pointer; }
@media print { .bar { display: none; } }
`
