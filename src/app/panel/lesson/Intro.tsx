import { Text } from '../../ui/Box.tsx'
import { usePlayer } from '../../store/lesson/player.ts'
import { LESSON_TEXT } from './words.ts'

/** What a context window is, in two sentences. While a lesson runs, the headline of the page is its question. */
export function Intro({ begins }: { readonly begins: boolean }) {
  const running = usePlayer((state) => state.lesson !== null)
  return (
    <div className="headline">
      {(running || begins) && <h1>{LESSON_TEXT.question}</h1>}
      <Text as="p" tone="soft">
        {LESSON_TEXT.answer}
      </Text>
    </div>
  )
}
