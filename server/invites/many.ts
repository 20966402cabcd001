/** Inviting a whole list: every line gets its result, and none stops the others. */
import { eq } from 'drizzle-orm'
import { maxLines, peopleIn } from '#shared/invites/pastedList.ts'
import type { InviteResult } from '#shared/invites/states.ts'
import { Email } from '#shared/lib/fields.ts'
import { locales } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { isGuest, roles } from '#shared/lib/roles.ts'
import type { CompanyRow } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { requireMayGrant } from '../roles/queries.ts'
import { ownRoles } from '../roles/table.ts'
import { countInvitations, giveBack, type Invited, insertInvite, requireMayInvite, seatsLeft } from './commands.ts'

type Line = { line: number; text: string; email: string | null; role_id: number | null; result: InviteResult }

/** Invites everyone in a list; `usual` is what a line without a role of its own is invited with. */
export async function inviteMany(ctx: Context, company: CompanyRow, text: string, usual: Omit<Invited, 'email'>) {
  const people = peopleIn(text)
  if (people.length === 0) throw invalidField('text', 'required')
  if (people.length > maxLines) throw invalidField('text', 'too_many', { maximum: maxLines })
  await requireMayInvite(ctx, company.id, usual)
  const roleIds = await roleIdsByName(ctx, company.id)
  const addresses = new Set(people.flatMap(({ email }) => Email.safeParse(email).data ?? []))
  let counted = await countInvitations(ctx, company.id, addresses.size)
  let { room } = await seatsLeft(ctx, company.id)
  const seen = new Set<string>()
  const lines: Line[] = []
  for (const person of people) {
    const line = { line: person.line, text: person.text, email: person.email }
    const email = Email.safeParse(person.email).data
    const roleId = person.role === null ? usual.roleId : (roleIds.get(person.role.toLowerCase()) ?? null)
    const refused = refusal(email, roleId, seen) ?? (await aboveOwn(ctx, company.id, roleId, usual.roleId))
    if (refused || !email || roleId === null) {
      lines.push({ ...line, role_id: roleId, result: refused ?? 'not_an_email' })
      continue
    }
    seen.add(email)
    const takesSeat = !isGuest(roleId)
    const result = full(room, counted, takesSeat) ?? (await insertInvite(ctx, company, { ...usual, email, roleId }))
    if (typeof result !== 'string') {
      counted--
      if (takesSeat) room--
    }
    lines.push({ ...line, role_id: roleId, result: typeof result === 'string' ? result : 'invited' })
  }
  const unused = counted
  ctx.afterCommit.push(() => void giveBack(ctx, company.id, unused))
  return { lines }
}

/** Why nobody more is invited, if so: a place in the plan, or an invitation of the day's, is wanting. */
function full(room: number, counted: number, takesSeat: boolean): InviteResult | null {
  if (takesSeat && room < 1) return 'limit_reached'
  return counted < 1 ? 'too_many_today' : null
}

function refusal(email: string | undefined, roleId: number | null, seen: Set<string>): InviteResult | null {
  if (!email) return 'not_an_email'
  if (roleId === null) return 'unknown_role'
  return seen.has(email) ? 'duplicate' : null
}

async function aboveOwn(
  ctx: Context,
  companyId: number,
  roleId: number | null,
  usual: number,
): Promise<InviteResult | null> {
  if (roleId === null || roleId === usual) return null
  return requireMayGrant(ctx, companyId, roleId).then(
    () => null,
    error => {
      if (error instanceof Problem) return 'role_above'
      throw error
    },
  )
}

/** The roles that a line can name: by number, and by name in any language or as the company calls its own. */
async function roleIdsByName(ctx: Context, companyId: number): Promise<Map<string, number>> {
  const names = new Map<string, number>()
  for (const name of ['manager', 'employee', 'guest'] as const) {
    names.set(String(roles[name]), roles[name])
    for (const locale of locales)
      names.set(ctx.services.texts(locale)(`common.role.${name}`).toLowerCase(), roles[name])
  }
  const own = await ctx.db
    .select({ id: ownRoles.id, name: ownRoles.name })
    .from(ownRoles)
    .where(eq(ownRoles.companyId, companyId))
  for (const { id, name } of own) {
    names.set(String(id), id)
    names.set(name.toLowerCase(), id)
  }
  return names
}
