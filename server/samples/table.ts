import { jsonb, pgTable, unique } from 'drizzle-orm/pg-core'
import { companies } from '../companies/table.ts'
import { created } from '../lib/db/columns.ts'
import { ofCompany } from '../lib/db/companyColumns.ts'

/** A row of the sample data, as it was called when it was added: what has another name by now is somebody's own. */
export type SampleRow = { kind: 'animal' | 'animal_group' | 'location' | 'task'; id: number; name: string }

/** The sample data of a company. It only names rows, so that it keeps none of them from being erased. */
export const sampleSets = pgTable(
  'sample_sets',
  {
    ...ofCompany(companies),
    rows: jsonb().$type<SampleRow[]>().notNull(),
    createdAt: created(),
  },
  t => [unique('sample_sets_company_key').on(t.companyId)],
)
