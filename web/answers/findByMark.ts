/** What a reader of ear tags and labels types into a field, with Enter behind it. */
import { normalizeIdentifier } from '#shared/lib/searching.ts'
import type { RegisterName } from './registerNames.ts'

/** The one row that is known by this mark, else by this name; none where two are. */
export function findByMark(names: readonly RegisterName[], read: string): RegisterName | undefined {
  const wanted = normalizeIdentifier(read)
  if (wanted === '') return undefined
  const marked = names.filter(({ mark = '', marks = [] }) =>
    [mark, ...marks].some(one => normalizeIdentifier(one) === wanted),
  )
  const found = marked.length > 0 ? marked : names.filter(({ name }) => normalizeIdentifier(name) === wanted)
  return found.length === 1 ? found[0] : undefined
}
