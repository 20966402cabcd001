import { api } from '../../api.ts'
import { entriesOfForms, inJournal } from '../journal/journalDatabase.ts'
import { adopt } from '../journal/mergeFromServer.ts'
import { removeEntries } from '../journal/prune.ts'

/** More than anybody is asked at once. */
const most = 100

/**
 * Brings what a person is asked to fill in again onto this device, so that it opens without signal; what was taken back and never touched here
 * goes.
 */
export async function keepFollowUps(userId: number): Promise<void> {
  const { data } = await api.submissions.list({ status: 'draft', user_id: userId, sort: '-updated_at', per_page: most })
  const asked = data.filter(({ follows_id }) => follows_id !== null)
  const here = await inJournal(userId, entriesOfForms)
  const known = new Set(here.map(({ uuid }) => uuid))
  for (const { id, uuid } of asked)
    if (!known.has(uuid)) {
      const detail = await api.submissions.get({ id })
      await adopt(userId, detail)
      // It may be of an earlier version than the one that is on this device.
      const { definition } = detail
      if (definition.tables)
        void import('../../answers/keepTables.ts').then(part => part.loadTables(userId, definition))
    }
  if (data.length >= most) return
  const open = new Set(asked.map(({ uuid }) => uuid))
  const gone = here.filter(
    entry => entry.follows && entry.state === 'draft' && entry.change === entry.sent_change && !open.has(entry.uuid),
  )
  if (gone.length > 0)
    await inJournal(userId, database =>
      removeEntries(
        database,
        gone.map(({ uuid }) => uuid),
      ),
    )
}
