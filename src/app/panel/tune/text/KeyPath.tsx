import { EDITOR_TEXT } from './words.ts'
import type { KeyPlace } from './finding.ts'
import { Button } from '../../../ui/Button.tsx'

/** The keys that lead to the cursor; each goes to its line. */
export function KeyPath({
  path,
  places,
  onGo,
}: {
  readonly path: readonly string[]
  readonly places: readonly KeyPlace[]
  readonly onGo: (from: number, to: number) => void
}) {
  return (
    <nav aria-label={EDITOR_TEXT.path}>
      <ol>
        {path.length === 0 && <li className="soft">{EDITOR_TEXT.top}</li>}
        {path.map((key, depth) => {
          const part = path.slice(0, depth + 1)
          const place = places.find((one) => same(one.path, part))
          const last = depth === path.length - 1
          return (
            <li key={part.join('\n')} {...(last && { 'aria-current': 'location' })}>
              {place === undefined ? (
                <span>{key}</span>
              ) : (
                <Button
                  kind="link"
                  onClick={() => {
                    onGo(place.key.from, place.key.to)
                  }}
                >
                  {key}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index])
}
