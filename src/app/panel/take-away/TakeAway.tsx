import { useMemo, useState } from 'react'
import type { ComponentType } from 'react'
import type { Provider, Turn } from '../../../engine/index.ts'
import { entriesAt } from '../../../sim/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { csv, everyTurn, fileName, overlapSheet, turnName, turnSheet } from '../../../view/index.ts'
import type { PanelProperties } from '../panel.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { promptOfTurn, requestOfTurn } from '../../store/run/questions.ts'
import { REQUEST_FILE_TEXT } from '../../picture/words.ts'
import { TAKE_TEXT } from './words.ts'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { Part } from '../../ui/Part.tsx'
import { useInSight } from '../../ui/use-in-sight.ts'
import type { MoreProperties } from './TakeMore.tsx'
import type { SharedFile } from '../../picture/share/sharing.ts'
import { TurnTable } from './TurnTable.tsx'
import { Row } from '../../ui/Box.tsx'

/** Everything that can be taken away: a lane's data as files, and with `TakeMore` pictures, settings and reports. */
export function TakeAway({
  comparison,
  lane,
  turn,
  More,
}: PanelProperties & { readonly More: ComponentType<MoreProperties> }) {
  const window = useChoices((state) => state.window)
  const rows = useMemo(() => everyTurn(lane.data), [lane])
  const { ref, inSight } = useInSight<HTMLElement>('400px')
  // It stays when it is scrolled away: it may be making a file.
  const [seen, setSeen] = useState(false)
  if (inSight && !seen) setSeen(true)
  const subject = { source: comparison.trace.source, lane: lane.name }
  const ofTurn = async (content: string, found: Promise<object>): Promise<SharedFile> => ({
    name: fileName({ ...subject, turn, content, extension: 'json' }),
    text: `${JSON.stringify(await found, null, 2)}\n`,
  })
  const [first] = comparison.lanes
  const reached = turn < lane.data.turns.length
  const edited = useMemo(() => leavesOut(lane.data, turn), [lane, turn])
  return (
    <section className="panel take-away" aria-labelledby="take-away" ref={ref}>
      <h2 id="take-away">{TAKE_TEXT.title(lane.label)}</h2>
      <Row wrap>
        <FileButton
          text={TAKE_TEXT.turns}
          name={TAKE_TEXT.turnsName(lane.label)}
          file={() => ({
            name: fileName({ ...subject, content: 'turns', extension: 'csv' }),
            text: csv(turnSheet(rows, lane.label, lane.data.windows)),
          })}
        />
        {first !== undefined && first !== lane && (
          <FileButton
            text={TAKE_TEXT.overlap(first.label)}
            name={TAKE_TEXT.overlapName(lane.label, first.label)}
            file={() => {
              const sheet = overlapSheet(first.data, lane.data)
              return {
                name: fileName({ ...subject, content: `against-${first.name}`, extension: 'csv' }),
                text: csv(sheet),
              }
            }}
          />
        )}
        <FileButton
          text={TAKE_TEXT.run}
          name={TAKE_TEXT.runName(lane.label)}
          file={async () => {
            const { runText } = await import('../../store/own-file/run.ts')
            return {
              name: fileName({ ...subject, content: 'run', extension: 'json' }),
              text: await runText(comparison, lane),
            }
          }}
        />
        {PROVIDERS.map((provider) => (
          <FileButton
            key={provider}
            text={REQUEST_FILE_TEXT.request(turnName(turn), REQUEST_FILE_TEXT.providers[provider])}
            name={REQUEST_FILE_TEXT.requestName(
              turnName(turn),
              lane.label,
              REQUEST_FILE_TEXT.providers[provider],
            )}
            disabled={!reached}
            file={async () => ofTurn(provider, requestOfTurn(comparison, lane.name, turn, provider))}
          />
        ))}
        {edited && (
          <FileButton
            text={TAKE_TEXT.prompt(turnName(turn))}
            name={TAKE_TEXT.promptName(turnName(turn), lane.label)}
            file={async () => ofTurn('prompt', promptOfTurn(comparison, lane.name, turn))}
          />
        )}
      </Row>
      {edited && <p className="note">{TAKE_TEXT.leftOut}</p>}
      {!reached && <p className="note">{TAKE_TEXT.notReached(lane.label, turnName(turn))}</p>}
      {seen && (
        <Part name={TAKE_TEXT.more} of={[lane]} fallback={<p className="note">{TAKE_TEXT.loading}</p>}>
          <More comparison={comparison} lane={lane} window={window} />
        </Part>
      )}
      <TurnTable rows={rows} turn={turn} exact={lane.data.exact} windows={lane.data.windows} />
    </section>
  )
}

const PROVIDERS: readonly Provider[] = ['anthropic', 'openai', 'openai-responses']

/** Whether the provider leaves something out of a turn's request, so that the model sees less (LED-4). */
export function leavesOut({ spans, turns }: Pick<TimelineData, 'spans' | 'turns'>, turn: Turn): boolean {
  const record = turns[turn]
  if (record === undefined) return false
  const { points, window } = record
  return entriesAt(spans, points.sent.tick, window).some(({ state }) => state === 'server_cleared')
}
