import { inArray } from 'drizzle-orm'
import { localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { users } from '../../accounts/table.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import type { findings } from '../../findings/table.ts'
import type { Context } from '../../lib/context.ts'
import type { Topic } from '../../lib/delivery/topic.ts'
import { notifyEach } from '../../notices/commands.ts'
import type { FoundSubmission } from '../queries.ts'

/** What the managers are told of where a task was done and what it was for is as bad as before. */
export const stillThere: Topic<{ submissionId: number; question: string; by: string; isUrgent: boolean }> = {
  name: 'finding.still_there',
  bell: ({ submissionId, question, by, isUrgent }) => ({
    values: { question, by },
    href: `/submission/view/${submissionId}`,
    about: `submission ${submissionId}`,
    isUrgent,
  }),
}

/** Tells whoever may settle the finding that a re-check failed, but for who made it. */
export async function tellStillThere(
  ctx: Context,
  { id: submissionId, userId, userName, formName, definition }: FoundSubmission,
  finding: typeof findings.$inferSelect,
): Promise<void> {
  const { question, severity } = finding
  const ids = (await whoMay(ctx, 'update', 'Finding', finding)).filter(id => id !== userId)
  if (ids.length === 0) return
  const readers = await ctx.db
    .select({ id: users.id, languageId: users.languageId })
    .from(users)
    .where(inArray(users.id, ids))
  await notifyEach(
    ctx,
    stillThere,
    readers.map(({ id, languageId }) => {
      const { text } = textIn(question ?? formName, localeOf(languageId), definition.default_language)
      const facts = { submissionId, question: text, by: userName ?? '', isUrgent: severity === 'critical' }
      return { people: [id], facts }
    }),
  )
}
