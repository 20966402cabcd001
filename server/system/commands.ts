/** What an administrator does on the health page. */
import { eq, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { health } from '#shared/system/health.ts'
import { users } from '../accounts/table.ts'
import type { Context } from '../lib/context.ts'
import type { Handler } from '../lib/http/routes.ts'
import { deadLetters } from '../lib/jobs/deliveries.ts'
import { refusalOf } from '../lib/mail/mailer.ts'
import { mailTo } from '../lib/mail/mailLayout.ts'

type Letter = { source: string | null; data: object; group: string | null }

/** Removes an undelivered letter. Throws 404 where it is gone. */
async function takeLetter({ db }: Context, id: string): Promise<Letter> {
  const { rows } = await db.execute<Letter>(
    sql`delete from pgboss.job where name = ${deadLetters} and id = ${id} and state < 'active'
        returning source_name as source, data, group_id as group`,
  )
  const [letter] = rows
  if (!letter) throw new Problem('not_found')
  return letter
}

/** Has an undelivered letter delivered again, with all its tries, or discards it. Throws 404 where it is gone. */
export const settleLetter: Handler<typeof health.settleLetter> = async ({ id, action }, ctx) => {
  const { source, data, group } = await takeLetter(ctx, id)
  if (action === 'discard') return null
  if (!source) throw new Problem('not_found')
  const [, kind, whose] = /^(company|person) (\d+)$/.exec(group ?? '') ?? []
  await ctx.services.jobs.send(ctx.db, { name: source }, data, {
    companyId: kind === 'company' ? Number(whose) : null,
    userId: kind === 'person' ? Number(whose) : null,
  })
  return null
}

/** Sends a mail to the caller while no connection is held. Returns the mail server's refusal. */
export const sendTestEmail: Handler<typeof health.testEmail> = async (_, { db, actor, services }) => {
  const [reader] = await db.select().from(users).where(eq(users.id, actor.id))
  if (!reader?.email) throw new Problem('not_found')
  const mail = mailTo(services, { ...reader, email: reader.email }, ({ t }) => ({
    subject: t('mails.test.subject'),
    paragraphs: [t('mails.test.text')],
  }))
  const refusal = await services.mailer.send(mail).then(() => null, refusalOf)
  return refusal?.reason ?? null
}
