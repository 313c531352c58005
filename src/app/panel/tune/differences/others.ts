import type { Config } from '../../../../config/index.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { ownConfig, ranConfig } from '../../../store/choice/lane-text.ts'
import { laneLabels } from '../../../store/choice/lanes.ts'
import { DIFFERENCES_TEXT } from '../text/words.ts'

/** Something that a lane's config can be compared with. */
export interface Other {
  /** One of its own among them. */
  readonly id: string
  readonly group: 'here' | 'lanes' | 'presets'
  readonly kind: 'defaults' | 'own' | 'lane' | 'preset'
  readonly label: string
  config(): Config
}

/** Everything that the lane at an index can be compared with. */
export function othersOf(
  index: number,
  lanes: readonly LaneChoice[],
  declarations: Declarations,
): readonly Other[] {
  const { completeConfig, presetConfig, presets } = declarations
  const own = lanes[index]
  const labels = laneLabels(lanes)
  const words = DIFFERENCES_TEXT.other
  return [
    {
      id: 'defaults',
      group: 'here',
      kind: 'defaults',
      label: words.defaults,
      config: () => completeConfig({}),
    },
    ...(own === undefined
      ? []
      : [
          {
            id: 'own',
            group: 'here',
            kind: 'own',
            label: words.own,
            config: () => ownConfig(own, declarations),
          } as const,
        ]),
    ...lanes.flatMap((lane, at): readonly Other[] => {
      if (at === index) return []
      const label = words.lane(labels[at] ?? '')
      return [
        {
          id: `lane ${at}`,
          group: 'lanes',
          kind: 'lane',
          label,
          config: () => ranConfig(lane, declarations),
        },
      ]
    }),
    ...presets.map((name): Other => {
      return {
        id: `preset ${name}`,
        group: 'presets',
        kind: 'preset',
        label: name,
        config: () => completeConfig(presetConfig(name)),
      }
    }),
  ]
}
