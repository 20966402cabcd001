import type { Answers } from './answers.ts'

/** Photos of one question, or beside one answer. */
export const mostPhotos = 10

/** The uuids of all files that the answers name, each once, in the order of the answers. */
export function filesOf(answers: Answers): string[] {
  const uuids = new Set<string>()
  for (const { value, photos } of Object.values(answers))
    for (const file of [...(Array.isArray(value) ? value : []), ...(photos ?? [])])
      if (typeof file === 'object') uuids.add(file.uuid)
  return [...uuids]
}
