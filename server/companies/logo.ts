/**
 * A company's logo. Everybody may see it who knows its name, which cannot be guessed and changes with each picture: public forms show it to
 * people without an account. Documents and mails carry its bytes themselves (docs/decisions/0032-mails-carry-the-logo.md).
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { requireRoom } from '../plans/commands.ts'
import { type CompanyRow, presentCompany } from './queries.ts'
import { companies } from './table.ts'
import { tellOfCompany } from './telling.ts'

/** Keeps the picture that came with the call in the place of the one before. Throws `plan_limit_reached` where there is no room for it. */
export async function setLogo(ctx: Context, company: CompanyRow) {
  const { upload } = ctx
  if (!upload || upload.width === null) throw invalidField('file', 'required')
  const { content, width, height } = upload
  const current = await lockCompany(ctx, company)
  await requireRoom(ctx, company.id, 'storage', Math.max(0, content.length - (current.logo?.size ?? 0)))
  const path = `logos/${randomUUID()}.png`
  ctx.afterRollback.push(() => ctx.services.storage.remove(path))
  await ctx.services.storage.write(path, content)
  return replaceLogo(ctx, current, { path, width, height, size: content.length })
}

/** Takes it away. A repeated call is harmless. */
export async function removeLogo(ctx: Context, company: CompanyRow) {
  const current = await lockCompany(ctx, company)
  return current.logo ? replaceLogo(ctx, current, null) : presentCompany(current)
}

/** As it is once whoever changes it meanwhile is done: a picture is no answer to what somebody read, so it goes after theirs. */
async function lockCompany(ctx: Context, { id }: CompanyRow): Promise<CompanyRow> {
  const [current] = await ctx.db.select().from(companies).where(eq(companies.id, id)).for('update')
  if (!current) throw new Problem('not_found')
  return current
}

async function replaceLogo(ctx: Context, company: CompanyRow, logo: CompanyRow['logo']) {
  const { storage, log } = ctx.services
  const action = logo ? 'company.logo_set' : 'company.logo_removed'
  await audit(ctx, action, { type: 'Company', id: company.id, companyId: company.id })
  const old = company.logo?.path
  if (old)
    ctx.afterCommit.push(() => {
      storage.remove(old).catch(error => log.error({ err: error }, 'An old logo is still in the store'))
    })
  const changed = await reviseRow(ctx, companies, company, { logo }, presentCompany)
  await tellOfCompany(ctx, company.id)
  return changed
}
