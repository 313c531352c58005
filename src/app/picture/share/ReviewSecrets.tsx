import { useState } from 'react'
import type { SecretKind } from '../../../sim/internal.ts'
import { counted } from '../../../view/index.ts'
import { Row, Stack, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Choice.tsx'
import { useHeadingFocus } from '../../ui/heading-focus.ts'
import { byKind, redactedFile, unchangedFile } from './sharing.ts'
import type { Review } from './sharing.ts'
import { SHARE_TEXT } from './words.ts'

/** Secrets of a kind that are listed at once. */
const SHOWN = 50

/** What a text would give away, before it is downloaded or copied: every kind and every single find can be left as it is. */
export function ReviewSecrets({
  review: { file, found },
  by,
  leave,
  onDone,
}: {
  readonly review: Review
  readonly by: 'download' | 'copy'
  /** Downloads or copies the text. */
  readonly leave: (text: string) => void
  readonly onDone: () => void
}) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [off, setOff] = useState<ReadonlySet<SecretKind>>(new Set())
  const kinds = byKind(found)
  const heading = useHeadingFocus(file.name)
  const left = found.filter(({ kind, value }) => !off.has(kind) && !kept.has(value))
  return (
    <Stack
      as="section"
      className={by === 'copy' ? 'review-secrets' : 'card review-secrets'}
      aria-labelledby="review-secrets"
    >
      <h3 id="review-secrets" ref={heading} tabIndex={-1}>
        {SHARE_TEXT.found(file.name, found.length)}
      </h3>
      <p className="note">{SHARE_TEXT.about}</p>
      {kinds.map(([kind, secrets]) => (
        <details key={kind} open={kinds.length < 4 && secrets.length < 8}>
          <summary>
            <Check
              checked={!off.has(kind)}
              onCheck={(on) => {
                setOff(toggled(off, kind, !on))
              }}
            >
              {SHARE_TEXT.kinds[kind]}: {counted(secrets.length, 'value')},{' '}
              {counted(
                secrets.reduce((sum, { count }) => sum + count, 0),
                'place',
              )}
            </Check>
          </summary>
          <Stack as="ul" gap={4}>
            {secrets.slice(0, SHOWN).map(({ value, placeholder, count, before, after }) => (
              <li key={value}>
                <Check
                  checked={!off.has(kind) && !kept.has(value)}
                  disabled={off.has(kind)}
                  onCheck={(on) => {
                    setKept(toggled(kept, value, !on))
                  }}
                >
                  <Text as="span" size="small">
                    <bdi>
                      <Text as="span" tone="soft">
                        {before}
                      </Text>
                      <code>{shortened(value)}</code>
                      <Text as="span" tone="soft">
                        {after}
                      </Text>
                    </bdi>{' '}
                    → <code>{placeholder}</code> {count > 1 && `× ${count}`}
                  </Text>
                </Check>
              </li>
            ))}
            {secrets.length > SHOWN && <li className="note">{SHARE_TEXT.more(secrets.length - SHOWN)}</li>}
          </Stack>
        </details>
      ))}
      <Row wrap>
        <Button
          kind="strong"
          disabled={left.length === 0}
          onClick={() => {
            const replaced = new Set(kinds.map(([kind]) => kind).filter((kind) => !off.has(kind)))
            leave(redactedFile(file, { kinds: replaced, keep: kept }))
            onDone()
          }}
        >
          {SHARE_TEXT.replace[by](left.length)}
        </Button>
        <Button
          onClick={() => {
            leave(unchangedFile(file))
            onDone()
          }}
        >
          {SHARE_TEXT.unchanged[by]}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {SHARE_TEXT.cancel}
        </Button>
      </Row>
    </Stack>
  )
}

function toggled<One>(set: ReadonlySet<One>, one: One, on: boolean): ReadonlySet<One> {
  const next = new Set(set)
  if (on) next.add(one)
  else next.delete(one)
  return next
}

/** A key is recognised by its beginning and its end. */
function shortened(value: string): string {
  return value.length <= 40 ? value : `${value.slice(0, 24)}…${value.slice(-6)}`
}
