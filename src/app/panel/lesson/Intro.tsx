import { Row, Text } from '../../ui/Box.tsx'
import { pauseLesson, STORY, usePlayer } from '../../store/lesson/player.ts'
import { ASKED } from '../../store/look/asked-lesson.ts'
import { watchTwoAgents } from '../../store/look/two-agents.ts'
import { Button } from '../../ui/Button.tsx'
import { LESSON_TEXT } from './words.ts'

/**
 * What a context window is, in two sentences. While the story runs, the headline of the page is its question; the other
 * lessons have their own.
 */
export function Intro({ begins }: { readonly begins: boolean }) {
  const lesson = usePlayer((state) => state.lesson?.name ?? null)
  const isUnderWay = usePlayer(({ at }) => at > 0)
  const running = lesson !== null
  if ((lesson ?? (begins ? ASKED?.lesson : null) ?? STORY) !== STORY) return null
  return (
    <div className={isUnderWay ? 'headline under-way' : 'headline'}>
      {(running || begins) && <h1>{LESSON_TEXT.question}</h1>}
      <Row wrap apart className={isUnderWay ? 'wide-only' : undefined}>
        <Text as="p" tone="soft" className="intro-words">
          {LESSON_TEXT.answer}
        </Text>
        <Button
          title={LESSON_TEXT.twoAgentsTitle}
          onClick={() => {
            pauseLesson()
            watchTwoAgents()
          }}
        >
          {LESSON_TEXT.twoAgents}
        </Button>
      </Row>
    </div>
  )
}
