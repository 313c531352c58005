/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select shows no second column, and its options cannot be searched */
import { X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import { addLane, nextPolicy } from '../../store/choice/lanes.ts'
import {
  GROUP_LABELS,
  GROUPS_SHOWN,
  LANE_GROUPS,
  LANES,
  laneRuleTitle,
} from '../../store/choice/lineup-words.ts'
import { Row, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { UI_TEXT } from '../../ui/words.ts'

const PICKER_TEXT = Object.freeze({
  title: 'Add a lane',
  search: 'Find a strategy by name or rule',
  list: 'Strategies',
  runs: 'already a lane',
  none: (words: string) => `No strategy matches “${words}”.`,
})

/** Options that the arrow keys move by. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** Everything that a lane can run, with its rule: by name, by rule, by arrow keys. */
export function LanePicker({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const lanes = useChoices((state) => state.lanes)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(() => nextPolicy(lanes))
  const groups = useMemo(() => matching(words), [words])
  const shown = groups.flatMap(({ policies }) => policies)
  const active = shown.includes(chosen) ? chosen : shown[0]
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const pick = (policy: string | undefined): void => {
    if (policy === undefined) return
    addLane(policy)
    dialog.current?.close()
  }
  return (
    <dialog ref={dialog} className="over lane-picker" aria-labelledby={`${id}-title`} onClose={onClose}>
      <Row apart>
        <h2 id={`${id}-title`}>{PICKER_TEXT.title}</h2>
        <Button kind="icon" small label={UI_TEXT.close} onClick={() => dialog.current?.close()}>
          <X size={14} aria-hidden="true" />
        </Button>
      </Row>
      <input
        type="search"
        role="combobox"
        aria-label={PICKER_TEXT.search}
        placeholder={PICKER_TEXT.search}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          const step = STEPS[event.key]
          if (event.key === 'Enter') pick(active)
          else if (step === undefined) return
          else {
            const at = active === undefined ? -1 : shown.indexOf(active)
            const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))]
            if (next !== undefined) setChosen(next)
          }
          event.preventDefault()
        }}
      />
      <output className="note">{shown.length === 0 && PICKER_TEXT.none(words.trim())}</output>
      <div className="lane-options" id={`${id}-list`} role="listbox" aria-label={PICKER_TEXT.list} ref={list}>
        {groups.map(({ group, policies }) => (
          <div key={group} role="group" aria-label={GROUP_LABELS[group]}>
            <Text as="p" size="tiny" tone="soft" aria-hidden="true">
              {GROUP_LABELS[group]}
            </Text>
            {policies.map((policy) => (
              // The search field has the focus and the keys: see aria-activedescendant.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see above
              <div
                key={policy}
                id={`${id}-${policy}`}
                role="option"
                aria-selected={policy === active}
                data-policy={policy}
                title={laneRuleTitle(policy)}
                onClick={() => {
                  pick(policy)
                }}
              >
                <strong>{LANES[policy]?.label}</strong>
                <span>
                  {LANES[policy]?.rule}
                  {lanes.some((lane) => lane.policy === policy) && (
                    <span className="badge">{PICKER_TEXT.runs}</span>
                  )}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
    </dialog>
  )
}

/** What contains all words, in its name, its rule, its group or its name in the YAML. */
function matching(words: string) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return GROUPS_SHOWN.flatMap((group) => {
    const policies = LANE_GROUPS[group].filter((policy) => {
      const said =
        `${policy} ${LANES[policy]?.label} ${LANES[policy]?.rule} ${GROUP_LABELS[group]}`.toLowerCase()
      return wanted.every((word) => said.includes(word))
    })
    return policies.length === 0 ? [] : [{ group, policies }]
  })
}
