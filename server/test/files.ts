/** Fetching what lies in the file store, as a browser does. */
import { eq } from 'drizzle-orm'
import { storageCookie, storageCookieValue } from '../accounts/identity.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { type Person, platform } from './people.ts'
import { tend } from './tend.ts'

/** What a browser gets for an <img>: the cookie that sign-in set goes along, and no token. */
export async function fetchFile(path: string, person: Person | null, headers: Record<string, string> = {}) {
  const { app, services } = await tend()
  const cookie = person && `${storageCookie}=${storageCookieValue(services.serverKey, await sessionOf(person))}`
  return app.inject({ url: `/storage/${path}`, headers: { ...(cookie && { cookie }), ...headers } })
}

async function sessionOf({ token }: Person): Promise<number> {
  const found = await platform(db =>
    db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(token))),
  )
  return found[0]?.id ?? 0
}
