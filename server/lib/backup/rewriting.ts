/** Rewrites rows as COPY writes them, where their numbers are those of another tend. */

/** How the numbers of one tend read in another. */
export type Numbers = {
  company: { from: number; to: number }
  /** Added to the ids of a company's rows, the same in all tables. */
  shift: number
  people: ReadonlyMap<number, number>
  /** Generations of signing keys. */
  keys: ReadonlyMap<number, number>
}

/** Gives a value, as COPY writes it and without escapes, what it is in the other tend; null where it is none there. */
export type Rewrite = (text: string, numbers: Numbers, row: (column: string) => string | null) => string | null

/** Makes a value out of its row, also where there was none. */
export type Made = { made: (numbers: Numbers, row: (column: string) => string | null) => string | null }

export const asItIs: Rewrite = text => text
export const none: Rewrite = () => null
/** An id of a row; 0 means none, where something begins. */
export const rowId: Rewrite = (text, { shift }) => (Number(text) > 0 ? String(shifted(Number(text), shift)) : text)
export const person: Rewrite = (text, { people }) => people.get(Number(text))?.toString() ?? null
export const company: Rewrite = (text, { company: { from, to } }) => (Number(text) === from ? String(to) : null)
/** A random id stays one, whichever it was. */
export const drawnId: Rewrite = (text, { shift }) => String(((Number(text) - 1 + shift) % largest) + 1)
export const rowIds: Rewrite = (text, { shift }) => listOf(text, id => shifted(id, shift))
export const people: Rewrite = (text, numbers) => listOf(text, id => numbers.people.get(id))

/**
 * Where a company keeps a file: its number is the first folder.
 * @throws Error for a path in the folder of another company, which a forged backup may have
 */
export const filePath: Rewrite = (text, { company: { from, to } }) => {
  const [folder, ...rest] = text.split('/')
  if (folder !== String(from) || rest.some(part => part === '' || /^\.+$/.test(part)))
    throw new Error(`A file of the company is said to be in another folder: ${text}`)
  return [to, ...rest].join('/')
}

const largest = 2_147_483_647

/** @throws Error where an id is greater than the database's numbers */
function shifted(id: number, shift: number): number {
  if (id + shift > largest) throw new Error('There are no free numbers left for the rows of another company.')
  return id + shift
}

const listOf = (text: string, change: (id: number) => number | undefined) =>
  `{${(text.match(/\d+/g) ?? []).flatMap(id => change(Number(id)) ?? []).join(',')}}`

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** Changes a value by the key under which it is found; undefined for one that stays. */
type Change = (value: Json, key: string, numbers: Numbers, of: { [key: string]: Json }) => Json | undefined

/** Rewrites JSON by the names under which numbers are found. What nothing changes stays the very text that it was. */
export const jsonBy =
  (change: Change): Rewrite =>
  (text, numbers) => {
    let isChanged = false
    const walk = (value: Json, key: string, of: { [key: string]: Json }): Json => {
      const changed = change(value, key, numbers, of)
      if (changed !== undefined) {
        isChanged = true
        return changed
      }
      if (Array.isArray(value)) return value.map(each => walk(each, key, of))
      if (value === null || typeof value !== 'object') return value
      return Object.fromEntries(
        // What a field was before and after is a value of that field.
        Object.entries(value).map(([name, each]) => [name, walk(each, isEither(name) ? key : name, value)]),
      )
    }
    const moved = walk(JSON.parse(text), '', {})
    return isChanged ? JSON.stringify(moved) : text
  }

const isEither = (name: string) => name === 'before' || name === 'after'

const peopleNames = [
  ...['user', 'person', 'driver', 'holder', 'responsible', 'also_responsible', 'owner', 'reviewer', 'recipient'],
  ...['reader', 'checker', 'approver', 'sender', 'assignee', 'created_by', 'imported_by', 'by'],
]
const peopleKeys = new RegExp(`^(${peopleNames.join('|')})(_ids?)?$`)
const rowKeys = /(^|_)ids?$|^(duplicate|helper|share)$/
/** Numbers that are the same everywhere, or words. */
const commonKeys = /(^|_)(role|plan|country|language|question|company)_ids?$/

/** Ids by the usual names of their fields: `location_id`, `form_ids`, `user_id`. */
export const byKey: Change = (value, key, { shift, people: known, company: { from, to } }) => {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || id <= 0) return undefined
  const as = (moved: number | null) => (typeof value === 'string' && moved !== null ? String(moved) : moved)
  if (key === 'company_id' && id === from) return as(to)
  if (commonKeys.test(key)) return undefined
  if (peopleKeys.test(key)) return as(known.get(id) ?? null)
  return rowKeys.test(key) ? as(shifted(id, shift)) : undefined
}

/** In answers numbers are anybody's: only what names its type too, as `{ type: 'animal', id: 5 }`, is an id. */
export const bySubject: Change = (value, key, { shift }, of) =>
  key === 'id' && typeof value === 'number' && typeof of.type === 'string' ? shifted(value, shift) : undefined

/** Paths of files, and ids of the files beside them. */
export const byFile: Change = (value, key, numbers, of) => {
  if (key === 'path' && typeof value === 'string') return filePath(value, numbers, () => null) ?? value
  return byKey(value, key, numbers, of)
}

/** Rows of a table, as COPY writes them, with one rewrite for each column; null keeps a column as it is. */
export async function* rewriteRows(
  content: AsyncIterable<Uint8Array>,
  columns: string[],
  rewrites: (Rewrite | Made | null)[],
  numbers: Numbers,
): AsyncGenerator<Buffer> {
  const places = new Map(columns.map((name, at) => [name, at]))
  const rewriteLine = (line: string): string => {
    const fields = line.split('\t')
    const read = (at: number | undefined) => {
      const field = at === undefined ? nothing : (fields[at] ?? nothing)
      return field === nothing ? null : unescaped(field)
    }
    const row = (column: string) => read(places.get(column))
    const moved = rewrites.map((rewrite, at) => {
      if (!rewrite) return fields[at] ?? nothing
      const text = read(at)
      if ('made' in rewrite) return written(rewrite.made(numbers, row))
      return written(text === null ? null : rewrite(text, numbers, row))
    })
    return moved.join('\t')
  }
  let rest = ''
  const decoder = new TextDecoder()
  for await (const piece of content) {
    const lines = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield Buffer.from(`${lines.map(rewriteLine).join('\n')}\n`)
  }
}

const nothing = '\\N'
const marks: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const unescaped = (field: string) =>
  field.includes('\\') ? field.replace(/\\(.)/gs, (_, mark: string) => marks[mark] ?? mark) : field

const written = (text: string | null) =>
  text === null
    ? nothing
    : text.replace(/[\\\n\r\t]/g, mark => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[mark] ?? mark)
