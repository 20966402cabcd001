import type { Element } from '#shared/forms/definition.ts'
import { useLogicSentences } from './useLogicSentences.ts'

/** What an element depends on, in sentences. It follows the words of the questions that these speak of, and its card need not. */
export function LogicSentences({ element }: { element: Element }) {
  return useLogicSentences()(element).map(sentence => <li key={sentence}>{sentence}</li>)
}
