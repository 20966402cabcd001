import type { Answers, AnswerValue, FileReference } from './answers/answers.ts'

/** Photos or files of one question, or beside one answer. */
export const mostFiles = 10

/** The files that an answer consists of; none for all other answers. */
export const filesIn = (value: AnswerValue | undefined): FileReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object' && 'uuid' in item) : []

/** The uuids of all files that the answers name, each once, in the order of the answers. */
export function filesOf(answers: Answers): string[] {
  const uuids = new Set<string>()
  for (const { value, photos } of Object.values(answers))
    for (const { uuid } of [...filesIn(value), ...(photos ?? [])]) uuids.add(uuid)
  return [...uuids]
}
