import { inArray, lt, sql } from 'drizzle-orm'
import { comeAgain, eraseArchived, maxErased, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { listSettings, listViews } from './table.ts'

/** A list that opened with a view that goes now opens with everything; the columns that were chosen stay. */
export const eraseArchivedViews: Job<object> = {
  name: 'list_views.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const due = db
      .select({ id: listViews.id })
      .from(listViews)
      .where(lt(listViews.archivedAt, sql`now() - interval '30 days'`))
    await db.update(listSettings).set({ defaultViewId: null }).where(inArray(listSettings.defaultViewId, due))
    const { length } = await eraseArchived(db, listViews)
    await comeAgain(db, services, 'list_views.erase-archived', length === maxErased)
  },
}
