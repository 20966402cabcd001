import { memo, useState } from 'react'
import type { Element } from '#shared/forms/definition.ts'
import { hasLogic, readsTheSame } from '../logic/readsTheSame.ts'
import { HeldReadingContext, useReading } from '../ReadingContext.tsx'
import { useLogicSentences } from '../words/useLogicSentences.ts'

type Props = { element: Element }

/**
 * What an element depends on, in sentences. They follow the words of the questions that they speak of, and nothing else: while one
 * types into one question of two hundred, the others are not drawn again.
 */
export const LogicSentences = ({ element }: Props) => (hasLogic(element) ? <Followed element={element} /> : null)

function Followed({ element }: Props) {
  const reading = useReading()
  const [kept, keep] = useState(reading)
  const isNews = kept !== reading && !readsTheSame(element, kept, reading)
  if (isNews) keep(reading)
  return (
    <HeldReadingContext value={isNews ? reading : kept}>
      <Sentences element={element} />
    </HeldReadingContext>
  )
}

const Sentences = memo(function Sentences({ element }: Props) {
  return useLogicSentences()(element).map(sentence => <li key={sentence}>{sentence}</li>)
})
