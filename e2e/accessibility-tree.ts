import type { Page } from '@playwright/test'

/** Of a node of the tree that Chromium gives to a screen reader, what the laws read. */
interface Node {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value?: string }
  readonly name?: { readonly value?: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
  readonly childIds?: readonly string[]
}

/** What is only a layer of the tree, or text. */
const BARE = new Set(['none', 'generic', 'StaticText', 'InlineTextBox', 'ListMarker', 'RootWebArea'])

/** Roles that say nothing without a name. */
const NAMED = new Set(
  (
    'button link textbox searchbox spinbutton slider combobox listbox checkbox radio switch tab tabpanel ' +
    'region navigation complementary dialog table image figure option columnheader rowheader heading progressbar'
  ).split(' '),
)

/** Roles of what a person operates, with keys, too. The list below a box of words is operated from there. */
const OPERATED = new Set(
  'button link textbox searchbox spinbutton slider combobox checkbox radio switch tab'.split(' '),
)

/** Roles of which two with one name cannot be told apart where they stand side by side. */
const TOLD_APART = new Set(
  'textbox searchbox spinbutton slider combobox listbox checkbox region navigation complementary table tab'.split(
    ' ',
  ),
)

/** Roles that give what is in them a context of its own: a row is read with its heading. */
const CONTEXT = new Set(
  'region navigation complementary dialog main banner group tabpanel row listitem figure'.split(' '),
)

/** What breaks a law in the tree of the current screen, each with its place. */
export async function faultsIn(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map<string, Node>(nodes.map((node) => [node.nodeId, node as Node]))
  const faults = new Set<string>()
  const told = new Set<string>()
  let level = 0
  let mains = 0
  let size = 0
  const look = (id: string, place: readonly string[]): void => {
    const node = byId.get(id)
    if (node === undefined) return
    const role = node.role?.value ?? ''
    const name = (node.name?.value ?? '').trim()
    const property = (wanted: string): unknown =>
      node.properties?.find((one) => one.name === wanted)?.value.value
    const here = `${role} "${name.slice(0, 60)}" in ${place.join(' > ')}`
    let inside = place
    if (!node.ignored && BARE.has(role)) {
      // Chromium makes whatever scrolls reachable; what has a name was made so by the page, and needs a role.
      if (role === 'generic' && name !== '' && property('focusable') === true)
        faults.add(`keys reach it, and it has no role: ${here}`)
    } else if (!node.ignored) {
      size += 1
      if (NAMED.has(role) && name === '') faults.add(`it has no name: ${here}`)
      if (OPERATED.has(role) && property('focusable') !== true && property('disabled') !== true)
        faults.add(`keys do not reach it: ${here}`)
      if (role === 'main') mains += 1
      if (role === 'heading') {
        const own = Number(property('level'))
        // A box over the page begins at 2.
        if (own > Math.max(level, 1) + 1) faults.add(`a level is left out before it: ${here}`)
        level = own
      }
      if (TOLD_APART.has(role)) {
        const key = `${place.join(' > ')}|${role}|${name}`
        if (told.has(key)) faults.add(`there is another like it: ${here}`)
        told.add(key)
      }
      if (CONTEXT.has(role))
        inside = [...place, name === '' ? `${role} ${id}` : `${role} ${name.slice(0, 40)}`]
    }
    for (const child of node.childIds ?? []) look(child, inside)
  }
  const [root] = nodes
  if (root !== undefined) look(root.nodeId, [])
  if (size < 4) throw new Error(`the tree has only ${size} nodes`)
  if (mains > 1) faults.add('there are two main parts')
  return [...faults]
}
