import type { PricedModel } from '../../../../llm/index.ts'
import { pricesOfLogs } from '../../../../view/index.ts'
import { Text } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { StudiedLog } from './study-of-logs.ts'
import { LOGS_TEXT } from './words.ts'

/** Whose prices the costs of the study are at, and how to take others. */
export function Prices({
  logs,
  chosenModel,
  isOwnPrices,
  setOwnPrices,
}: {
  readonly logs: readonly StudiedLog[]
  /** The model whose prices a person chose for the page. */
  readonly chosenModel: Pick<PricedModel, 'label'> | undefined
  readonly isOwnPrices: boolean
  readonly setOwnPrices: (isOwn: boolean) => void
}) {
  const all = logs.flatMap(({ log: { prices } }) => prices ?? [])
  return (
    <Text as="p" size="small" tone="soft">
      {pricesOfLogs(all, chosenModel !== undefined && !isOwnPrices)}{' '}
      {chosenModel !== undefined && (
        <Button
          kind="link"
          onClick={() => {
            setOwnPrices(!isOwnPrices)
          }}
        >
          {isOwnPrices ? LOGS_TEXT.chosenPrices(chosenModel.label) : LOGS_TEXT.ownPrices}
        </Button>
      )}
    </Text>
  )
}
