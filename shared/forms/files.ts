import type { Answers, AnswerValue, FileReference } from './answers/answers.ts'

/** Photos or files of one question, or beside one answer. */
export const maxFiles = 10

/** Files of an answer; none for all other answers. */
export const filesIn = (value: AnswerValue | undefined): FileReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object' && 'uuid' in item) : []

/** Uuids of all files in the answers, each once, in their order. */
export function filesOf(answers: Answers): string[] {
  const uuids = new Set<string>()
  for (const { value, photos } of Object.values(answers))
    for (const { uuid } of [...filesIn(value), ...(photos ?? [])]) uuids.add(uuid)
  return [...uuids]
}
