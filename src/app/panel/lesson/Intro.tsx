import { Row, Text } from '../../ui/Box.tsx'
import { pauseLesson, usePlayer } from '../../store/lesson/player.ts'
import { watchTwoAgents } from '../../store/look/two-agents.ts'
import { Button } from '../../ui/Button.tsx'
import { LESSON_TEXT } from './words.ts'

/** What a context window is, in two sentences. While a lesson runs, the headline of the page is its question. */
export function Intro({ begins }: { readonly begins: boolean }) {
  const running = usePlayer((state) => state.lesson !== null)
  return (
    <div className="headline">
      {(running || begins) && <h1>{LESSON_TEXT.question}</h1>}
      <Row wrap apart align="top">
        <div className="intro-words">
          <Text as="p" tone="soft">
            {LESSON_TEXT.answer}
          </Text>
          <Text as="p" size="small" tone="soft" className="wide-only">
            {LESSON_TEXT.start}
          </Text>
        </div>
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
