import type { Answer, Answers, AnswerValue, FileReference, Place, RowReference } from './answers.ts'

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

/** Tells whether two answers have the same content. */
export const sameAnswer = (one: Answer | undefined, other: Answer | undefined): boolean =>
  sameValue(one?.value, other?.value) &&
  (one?.note ?? '') === (other?.note ?? '') &&
  sameValue(one?.photos ?? [], other?.photos ?? [])

/** Tells whether two sets of answers have the same content. */
export const sameAnswers = (one: Answers, other: Answers): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every(id => sameAnswer(one[id], other[id]))

function sameValue(one: Answer['value'], other: Answer['value']): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => nameOf(item) === nameOf(other[index]))
  if (isPlace(one) && isPlace(other))
    return one.latitude === other.latitude && one.longitude === other.longitude && one.accuracy === other.accuracy
  return one === other
}

const isPlace = (value: Answer['value']): value is Place => typeof value === 'object' && 'latitude' in value

function nameOf(item: string | FileReference | RowReference | undefined): string | number | undefined {
  if (typeof item !== 'object') return item
  return 'uuid' in item ? item.uuid : item.id
}
