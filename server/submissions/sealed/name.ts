import { and, eq } from 'drizzle-orm'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { forms } from '../../forms/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import type { RecordRef } from '../../sealing/questions.ts'
import { submissions } from '../table.ts'

/** The name of its form, for whoever holds a document of it. */
export async function nameOfSubmission(
  db: Database,
  { companyId, recordType, recordId }: RecordRef,
): Promise<LocalizedText | null> {
  if (recordType !== 'submission') return null
  const [row] = await db
    .select({ name: forms.name })
    .from(submissions)
    .innerJoin(forms, eq(forms.id, submissions.formId))
    .where(and(eq(submissions.companyId, companyId), eq(submissions.id, recordId)))
  return row?.name ?? null
}
