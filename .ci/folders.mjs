/**
 * The order of the folders inside a layer, beside the arrow between layers. Two laws, over imports between the children
 * of one folder; the files that lie in the folder itself are together one child, `.`, and the layer's doors stand above all.
 *
 *   folders-in-order     a folder with an `order` in .ci/layers.mjs imports upwards in it alone: each row of the order sees
 *                        the rows before it; names in one row do not see each other, and `*` is a row of
 *                        all names that have no other
 *   no-cycle-of-folders  in all other folders of a layer that has an order, imports never lead back to where they began
 *
 * And one over all files, which dependency-cruiser would follow from each import anew, for longer than it reads them:
 *
 *   no-cycles            imports of files never lead back to where they began
 */
import { layers, testFiles } from './layers.mjs'

export const folderLaws = [
  {
    name: 'folders-in-order',
    comment:
      'The folders of a layer stand in an order (.ci/layers.mjs), lowest first. Move the shared noun into a folder below both, or hand it in as an argument.',
  },
  {
    name: 'no-cycle-of-folders',
    comment:
      'Two folders that need each other are one, or hold a third that belongs below both. Move that into a folder of its own.',
  },
  {
    name: 'no-cycles',
    comment:
      'Two files that need each other are one idea or three. Move the shared noun into a file below both.',
  },
]

/** What a test reads lies beside it, wherever that is. */
const isTest = new RegExp(`${testFiles}|-fixture\\.tsx?$`)

/**
 * @param modules what dependency-cruiser read: `{ source, dependencies: [{ resolved }] }`
 * @returns the imports that break one of the two laws, as `{ law, from, to, cycle }`
 */
export function outOfOrder(modules) {
  const edges = modules
    .filter(({ source }) => !isTest.test(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved]))
  return Object.entries(layers).flatMap(([name, { order, doors = ['index.ts', 'internal.ts'] }]) => {
    if (order === undefined) return []
    const within = edges
      .filter(([from, to]) => from.startsWith(`src/${name}/`) && to.startsWith(`src/${name}/`))
      .filter(([from]) => !doors.includes(from.slice(`src/${name}/`.length)))
    return byParent(within, `src/${name}`).flatMap(([parent, between]) => {
      const rows = order[parent.slice(`src/${name}`.length + 1)]
      return rows === undefined ? cyclesIn(between) : againstOrder(between, parent, rows)
    })
  })
}

/** The imports between files that are on a cycle, each with its way back. */
export function inCircles(modules) {
  let edges = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved, child: source, other: resolved })),
  )
  // A file that nobody imports, or that imports nothing, is on no cycle. Without such files, again and again, little is left.
  for (let before = Infinity; edges.length < before;) {
    before = edges.length
    const [importing, imported] = [new Set(edges.map(({ from }) => from)), new Set(edges.map(({ to }) => to))]
    edges = edges.filter(({ from, to }) => imported.has(from) && importing.has(to))
  }
  return cyclesIn(edges, 'no-cycles')
}

/** Imports between two children of one folder, by that folder. */
function byParent(edges, layer) {
  const found = new Map()
  for (const [from, to] of edges) {
    const [a, b] = [from, to].map((path) => path.split('/'))
    let depth = layer.split('/').length
    while (depth < a.length - 1 && depth < b.length - 1 && a[depth] === b[depth]) depth++
    const [child, other] = [a, b].map((parts) => (parts.length - 1 === depth ? '.' : parts[depth]))
    if (child === other) continue
    const parent = a.slice(0, depth).join('/')
    found.set(parent, [...(found.get(parent) ?? []), { from, to, child, other }])
  }
  return [...found]
}

function againstOrder(between, parent, rows) {
  const places = new Map(rows.flatMap((row, place) => row.split(' ').map((name) => [name, place])))
  const placeOf = (name) => {
    const place = places.get(name) ?? places.get('*')
    if (place === undefined) throw new Error(`${parent}/${name} has no place in the order of .ci/layers.mjs`)
    return place
  }
  return between.flatMap(({ from, to, child, other }) => {
    return placeOf(other) < placeOf(child) ? [] : [{ law: 'folders-in-order', from, to, cycle: [] }]
  })
}

/** The imports on a way from a child back to itself, with the rest of that way. */
function cyclesIn(between, law = 'no-cycle-of-folders') {
  const next = new Map()
  for (const { child, other } of between) next.set(child, (next.get(child) ?? new Set()).add(other))
  const wayTo = (goal, start, seen = new Set([start])) => {
    if (start === goal) return [goal]
    for (const name of next.get(start) ?? []) {
      if (seen.has(name)) continue
      const way = wayTo(goal, name, seen.add(name))
      if (way !== null) return [start, ...way]
    }
    return null
  }
  return between.flatMap(({ from, to, child, other }) => {
    const way = wayTo(child, other)
    return way === null ? [] : [{ law, from, to, cycle: way.slice(1) }]
  })
}
