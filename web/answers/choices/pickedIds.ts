import type { AnswerValue } from '#shared/forms/answers/answers.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import type { MultipleChoiceQuestion } from '#shared/forms/questions.ts'

/** The choices of an answer to a multiple choice, by id. */
export const chosenIds = (value: AnswerValue | undefined): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

/**
 * The choices after one was picked or unpicked, in the order of the form. An exclusive one ("none of these") replaces
 * the others, and is replaced by them.
 */
export function withChoice(
  { choices }: MultipleChoiceQuestion,
  picked: string[],
  choice: Choice,
  isPicked: boolean,
): string[] {
  if (!isPicked) return picked.filter(id => id !== choice.id)
  if (standsAlone(choice)) return [choice.id]
  return choices
    .filter(one => one.id === choice.id || (picked.includes(one.id) && !standsAlone(one)))
    .map(({ id }) => id)
}

const standsAlone = ({ exclusive, not_applicable }: Choice) => exclusive || not_applicable
