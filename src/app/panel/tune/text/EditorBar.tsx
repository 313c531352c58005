import { useMemo, useState } from 'react'
import { giveAllBack, writeText } from '../../../store/choice/lane-text.ts'
import { LANE_GROUPS } from '../../../store/choice/lineup-words.ts'
import { CopyText } from '../../../picture/share/CopyText.tsx'
import { EDITOR_TEXT } from './words.ts'
import type { Tuned } from '../controls/bench.ts'
import { Button } from '../../../ui/Button.tsx'
import { Row } from '../../../ui/Box.tsx'

/** Actions on the whole text. */
export function EditorBar({
  choice,
  comparison,
  declarations,
  index,
  text,
  valid,
}: Tuned & { readonly valid: boolean }) {
  const pipeline = useMemo(() => {
    if (!valid) return null
    const { config } = declarations.parseConfig(text)
    return config === null || config.strategy === 'pipeline' ? null : declarations.expandedYaml(config)
  }, [text, valid, declarations])
  const isPipeline = choice.policy === 'pipeline'
  const untouched = choice.text === undefined
  return (
    <Row gap={4} wrap size="small" className="config-bar">
      <PresetChooser index={index} limit={comparison.limit} declarations={declarations} />
      <CopyText text={text} label={EDITOR_TEXT.copy} done={EDITOR_TEXT.copied} />
      {!isPipeline && (
        <Button
          kind="quiet"
          aria-disabled={pipeline === null}
          title={
            pipeline !== null
              ? EDITOR_TEXT.pipelineNote
              : valid
                ? EDITOR_TEXT.noPipeline
                : EDITOR_TEXT.noPipelineNow
          }
          onClick={() => {
            if (pipeline !== null) writeText(index, pipeline, 'pipeline')
          }}
        >
          {EDITOR_TEXT.pipeline}
        </Button>
      )}
      <Button
        kind="quiet"
        aria-disabled={untouched}
        title={untouched ? EDITOR_TEXT.nothingToGiveBack : EDITOR_TEXT.giveBackNote}
        onClick={() => {
          if (!untouched) giveAllBack(index)
        }}
      >
        {EDITOR_TEXT.giveBack}
      </Button>
    </Row>
  )
}

/** Replaces the text by that of a preset, as a start. */
function PresetChooser({
  index,
  limit,
  declarations,
}: {
  readonly index: number
  readonly limit: number
  readonly declarations: Tuned['declarations']
}) {
  const { preset, presetMeaning, presets, writeSettings } = declarations
  const [times, setTimes] = useState(0)
  const groups = useMemo(() => presetGroups(presets), [presets])
  return (
    <select
      key={times}
      aria-label={EDITOR_TEXT.start}
      title={EDITOR_TEXT.startNote(limit)}
      defaultValue=""
      onChange={(event) => {
        const name = event.currentTarget.value
        if (name === '') return
        const written = writeSettings(preset(name), [{ path: ['max_context_tokens'], value: limit }])
        writeText(index, 'refused' in written ? preset(name) : written.text, `preset ${name} ${times}`)
        // Back to its first line: it is a menu of actions, not a value.
        setTimes(times + 1)
      }}
    >
      <option value="">{EDITOR_TEXT.startOption}</option>
      {groups.map(({ group, names }) => (
        <optgroup key={group} label={EDITOR_TEXT.presetGroups[group]}>
          {names.map((name) => (
            <option key={name} value={name} title={presetMeaning(name)}>
              {EDITOR_TEXT.preset(name, firstSentence(presetMeaning(name)))}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

type Group = keyof typeof EDITOR_TEXT.presetGroups

function presetGroups(
  names: readonly string[],
): readonly { readonly group: Group; readonly names: string[] }[] {
  const groupOf = (name: string): Group =>
    LANE_GROUPS.managed.includes(name) || name === 'small_window' || name === 'window_1m'
      ? 'managed'
      : LANE_GROUPS.evict.includes(name.replace(/^naive_/, ''))
        ? 'evict'
        : 'other'
  return (['managed', 'evict', 'other'] as const).map((group) => ({
    group,
    names: names.filter((name) => groupOf(name) === group),
  }))
}

/** Enough to distinguish presets in a list; the whole meaning is in its title. */
function firstSentence(text: string): string {
  return /^.*?[.;:](?= |$)/.exec(text)?.[0].replace(/[.;:]$/, '') ?? text
}
