import type { FormTrigger } from '#shared/forms/consequences.ts'
import { useTriggerSentences } from '../words/useTriggerSentences.ts'

/** What the result sets in motion, line by line. It follows the words of the questions, and the card of the form need not. */
export function TriggerSentences({ triggers }: { triggers: FormTrigger[] }) {
  const sentence = useTriggerSentences()
  return triggers.map(trigger => <li key={trigger.id}>{sentence(trigger)}</li>)
}
