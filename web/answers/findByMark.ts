/** What a reader of ear tags and labels types into a field, with Enter behind it. */
import type { RegisterName } from './registerNames.ts'

/** Readers write a mark with and without what separates its parts. */
const plain = (text: string) => text.replace(/[\s.-]/g, '').toLowerCase()

/** The one row that is known by this mark, else by this name; none where two are. */
export function findByMark(names: readonly RegisterName[], read: string): RegisterName | undefined {
  const wanted = plain(read)
  if (wanted === '') return undefined
  const marked = names.filter(({ mark = '', marks = [] }) => [mark, ...marks].some(one => plain(one) === wanted))
  const found = marked.length > 0 ? marked : names.filter(({ name }) => plain(name) === wanted)
  return found.length === 1 ? found[0] : undefined
}
