import type { ReactNode } from 'react'
import { leftToProvider } from '../../../../sim/internal.ts'
import { loopSnippet } from '../../../../view/index.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { ranConfig } from '../../../store/choice/lane-text.ts'
import { Row, Stack, Text } from '../../../ui/Box.tsx'
import { CopyText } from '../../../picture/share/CopyText.tsx'
import type { CopiedWindow } from './study-of-logs.ts'
import { LOGS_TEXT } from './words.ts'

/** The configuration of a lane to copy: as a loop around its manager, as YAML, and as far as other libraries can express it. */
export function Config({
  label,
  choice,
  window,
  declarations,
}: {
  readonly label: string
  /** Null: what was sent is best, and there is nothing to configure. */
  readonly choice: LaneChoice | null
  readonly window: CopiedWindow
  /** Null until they are loaded. */
  readonly declarations: Declarations | null
}) {
  if (choice === null || declarations === null) return null
  const {
    completeConfig,
    configYaml,
    configElsewhere,
    differing,
    elsewhere,
    onlyDifferences,
    presetMeaning,
  } = declarations
  const config = { ...ranConfig(choice, declarations), max_context_tokens: window.tokens }
  const yaml = (): string =>
    configYaml(config, `${presetMeaning(choice.policy)} ${LOGS_TEXT.windowOf(window)}`)
  const isLeft = leftToProvider(config).length > 0
  return (
    <details className="study-config">
      <summary>{LOGS_TEXT.configOf(label)}</summary>
      <Stack gap={4}>
        <Text size="small" tone="soft">
          {LOGS_TEXT.windowOf(window)}
        </Text>
        {(['openai', 'anthropic'] as const).map((client) => (
          <Line
            key={client}
            title={LOGS_TEXT.loops[client]}
            text={
              isLeft
                ? null
                : () =>
                    loopSnippet(
                      client,
                      `${label}: ${LOGS_TEXT.windowOf(window)}`,
                      differing(completeConfig({}), config),
                    )
            }
          >
            {isLeft ? LOGS_TEXT.noLoop : ''}
          </Line>
        ))}
        <Line title={LOGS_TEXT.differences} text={() => onlyDifferences(yaml())} />
        <Line title={LOGS_TEXT.yaml} text={yaml} />
        {elsewhere.map((name) => {
          const { title, code, differences } = configElsewhere(config, name)
          return (
            <Line key={name} title={title} text={code === null ? null : () => code}>
              {differences.join(' ')}
            </Line>
          )
        })}
      </Stack>
    </details>
  )
}

function Line({
  title,
  text,
  children,
}: {
  readonly title: string
  /** Null: it cannot be expressed there. */
  readonly text: (() => string) | null
  readonly children?: ReactNode
}) {
  return (
    <Row gap={12} align="baseline" data-config={title}>
      {text === null ? null : (
        <CopyText
          text={async () => text()}
          label={LOGS_TEXT.copy}
          name={LOGS_TEXT.copyName(title)}
          done={LOGS_TEXT.copied}
        />
      )}
      <span>
        {title}{' '}
        <Text size="small" tone="soft">
          {children}
        </Text>
      </span>
    </Row>
  )
}
