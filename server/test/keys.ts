/** API keys as their makers get them: programs that call like people. */

import { eq } from 'drizzle-orm'
import { keys } from '#shared/accounts/keys.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { type Person, personWith, platform } from './people.ts'
import { tokenFor } from './routes/asking.ts'

type Draft = Partial<InputOf<typeof keys.create>>

/** The same person in a session of its own, who just gave the password. */
export async function asRecent(person: Person, companyId: number | null): Promise<Person> {
  const token = await tokenFor(person.id, companyId)
  const now = { reauthenticatedAt: new Date() }
  await platform(db =>
    db
      .update(sessions)
      .set(now)
      .where(eq(sessions.tokenHash, hashToken(token))),
  )
  return personWith(token, person)
}

/** A key of a company, or of the platform; by default an employee's that writes. */
export async function keyOf(maker: Person, companyId: number | null, draft: Draft = {}): Promise<Person> {
  const recent = await asRecent(maker, companyId)
  const { id, secret, name } = await recent.call(keys.create, {
    ...{ name: 'Milk recorder', access: 'write' as const, ...draft },
    ...(companyId === null ? {} : { company_id: companyId, role_id: draft.role_id ?? roles.employee }),
  })
  return personWith(secret, { id, name, email: '' })
}
