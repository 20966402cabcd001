/**
 * A company's logo. Everybody may see it who knows its name, which cannot be guessed and changes with each picture: public forms show it to
 * people without an account. Documents and mails carry its bytes themselves (docs/decisions/0032-mails-carry-the-logo.md).
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
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
  const [before] = await ctx.db
    .select({ logo: companies.logo })
    .from(companies)
    .where(eq(companies.id, company.id))
    .for('update')
  await requireRoom(ctx, company.id, 'storage', Math.max(0, content.length - (before?.logo?.size ?? 0)))
  const path = `logos/${randomUUID()}.png`
  ctx.afterRollback.push(() => ctx.services.storage.remove(path))
  await ctx.services.storage.write(path, content)
  return replaceLogo(ctx, company, { path, width, height, size: content.length })
}

/** Takes it away. A repeated call is harmless. */
export const removeLogo = async (ctx: Context, company: CompanyRow) =>
  company.logo ? replaceLogo(ctx, company, null) : presentCompany(company)

async function replaceLogo(ctx: Context, company: CompanyRow, logo: CompanyRow['logo']) {
  const { storage, log } = ctx.services
  const [before] = await ctx.db
    .select({ logo: companies.logo })
    .from(companies)
    .where(eq(companies.id, company.id))
    .for('update')
  const action = logo ? 'company.logo_set' : 'company.logo_removed'
  await audit(ctx, action, { type: 'Company', id: company.id, companyId: company.id })
  const old = before?.logo?.path
  if (old)
    ctx.afterCommit.push(() => {
      storage.remove(old).catch(error => log.error({ err: error }, 'An old logo is still in the store'))
    })
  const changed = await reviseRow(ctx, companies, company, { logo }, presentCompany)
  await tellOfCompany(ctx, company.id)
  return changed
}
