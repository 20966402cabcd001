/**
 * Handler of a new row of a register, or of an event of one, that one call creates; the entry's uuid is the key of the
 * call, so that a repeated call creates no second row. Rows have a temporary id that others can name, and sent entries
 * stay for 30 days for those that still use it.
 */
import { filenameOf } from '#shared/lib/filename.ts'
import type { Reader } from '../format.ts'
import { finishEntry, inDatabase, removeEntry } from './database.ts'
import {
  type Description,
  isNewRow,
  isUnderway,
  type NewRowEntry,
  type OutboxEntry,
  type OutboxHandler,
  type RowInput,
} from './outboxHandler.ts'

type Made = { id: number }
type Options = {
  name: string
  /** Makes it. */
  create(input: RowInput, options: { key: string }): Promise<Made>
  /** Where the person sees it, and what is said beside its name. */
  describe(entry: NewRowEntry, reader: Reader): Omit<Description, 'title'>
  /** In whose order it arrives. */
  queueOf?(entry: NewRowEntry): string
  onDone(entry: NewRowEntry): void
}

export const newRowHandler = ({ name, create, describe, queueOf, onDone }: Options): OutboxHandler<NewRowEntry> => ({
  name,
  payloadVersion: 1,
  async deliver(entry) {
    if (!isUnderway(entry)) return false
    const { id } = await create(entry.input, { key: entry.uuid })
    return finishEntry(entry.user_id, entry.uuid, id)
  },
  describe: (entry, reader) => ({ title: entry.title, ...describe(entry, reader) }),
  rescue: async ({ uuid, created_at, title, input, last_error }) => [
    {
      path: filenameOf(`${created_at.slice(0, 16).replace(':', '')} ${title}`, ` ${uuid.slice(0, 8)}.json`),
      content: new TextEncoder().encode(JSON.stringify({ [name]: title, ...input, last_error }, null, 2)),
    },
  ],
  ...(queueOf && { queueOf }),
  dependsOn: async ({ input }) => idsIn(input).filter(id => id < 0),
  resolve: ({ user_id }, ids) => withServerIds(user_id, ids),
  isRemovable: true,
  carryOver: forgetSent,
  onDone,
})

const namesRow = (field: string) => field === 'id' || field.endsWith('_id')

/** The rows that it names. */
const idsIn = (input: RowInput): number[] =>
  Object.entries(input).flatMap(([field, value]) => (namesRow(field) && typeof value === 'number' ? [value] : []))

/** In all entries at once: an entry with the old id would be in another queue than those before it. */
const withServerIds = (userId: number, ids: ReadonlyMap<number, number>): Promise<void> =>
  inDatabase(userId, ({ entries }) =>
    entries.db.transaction('rw', entries, async () => {
      const named = (await entries.toArray())
        .filter(isNewRow)
        .filter(({ input }) => idsIn(input).some(id => ids.has(id)))
      const renamed = ([field, value]: [string, unknown]) => [
        field,
        namesRow(field) ? (ids.get(value as number) ?? value) : value,
      ]
      for (const entry of named)
        await entries.put({
          ...entry,
          input: Object.fromEntries(Object.entries(entry.input).map(renamed)),
        } as OutboxEntry)
    }),
  )

const keptMs = 30 * 24 * 60 * 60_000

/** What arrived so long ago is called by its temporary id nowhere any more. */
async function forgetSent(userId: number): Promise<void> {
  const limit = new Date(Date.now() - keptMs).toISOString()
  const all = await inDatabase(userId, ({ entries }) => entries.where('state').equals('done').toArray())
  const old = all.filter(entry => isNewRow(entry) && entry.created_at < limit)
  if (old.length > 0) await removeEntry(userId, ...old.map(({ uuid }) => uuid))
}
