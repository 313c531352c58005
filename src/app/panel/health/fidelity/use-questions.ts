import { useEffect, useState } from 'react'
import { answerable, textIndex } from '../../../../engine/internal.ts'
import type { AskSource, TextIndex } from '../../../../engine/index.ts'
import type { FidelityQuestions } from '../../../../sim/index.ts'
import type { Comparison } from '../../../../worker/protocol.ts'
import { fidelityQuestionsOf } from '../../../store/run/questions.ts'
import type { VeryWords } from './QuestionTable.tsx'

/** The questions of a compression from the worker. */
export type Questions =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly said: string }
  | { readonly kind: 'known'; readonly questions: FidelityQuestions; readonly words: readonly VeryWords[] }

/** @param edit null: no compression is selected */
export function useQuestions(comparison: Comparison, lane: string, edit: number | null): Questions {
  const [found, setFound] = useState<{ readonly edit: number | null; readonly questions: Questions }>()
  useEffect(() => {
    if (edit === null) return undefined
    const stop = new AbortController()
    fidelityQuestionsOf(comparison, lane, edit, stop.signal)
      .then((questions) => {
        setFound({ edit, questions: { kind: 'known', questions, words: wordsOf(questions) } })
      })
      .catch((failure: unknown) => {
        if (stop.signal.aborted) return
        const said = failure instanceof Error ? failure.message : String(failure)
        setFound({ edit, questions: { kind: 'failed', said } })
      })
    return () => {
      stop.abort()
    }
  }, [comparison, lane, edit])
  return found?.edit === edit ? found.questions : { kind: 'loading' }
}

function wordsOf({ probes, before, after }: FidelityQuestions): readonly VeryWords[] {
  const [was, is] = [indexOf(before), indexOf(after)]
  return probes.map((probe) => ({ before: answerable(probe, was), after: answerable(probe, is) }))
}

function indexOf(context: readonly AskSource[]): TextIndex {
  return textIndex(context.map(({ text }) => text).join('\n'))
}
