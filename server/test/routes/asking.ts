/** How every call is asked in turn, as somebody with a session of its own. */
import type { KeyAccess } from '#shared/accounts/rules.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { sessions } from '../../accounts/sessionTable.ts'
import { hashToken } from '../../lib/security/secrets.ts'
import { newSessionToken } from '../../lib/security/sessionToken.ts'
import { platform, request } from '../people.ts'
import { tend } from '../tend.ts'

/** The id of no row. */
export const nowhere = 2_000_000_000

export type Answered = Awaited<ReturnType<typeof ask>>

/**
 * The answer, without what differs from one to the next anyway. Fields of the path that the input lacks lead nowhere.
 */
export async function ask(endpoint: Endpoint, input: object, token: string | null, sent: Record<string, string> = {}) {
  const path = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, field = '']) => [
      field,
      field in input ? undefined : field === 'token' ? 'nonsense' : nowhere,
    ]),
  )
  const given = { ...Object.fromEntries(Object.entries(path).filter(([, value]) => value !== undefined)), ...input }
  const { statusCode, headers, body } = await request(endpoint, given, token, { headers: sent })
  const {
    date,
    'content-length': _,
    'set-cookie': __,
    'x-request-id': ___,
    ...rest
  } = headers as Record<string, unknown>
  const isJson = String(rest['content-type']).includes('json')
  return {
    status: statusCode,
    headers: rest,
    body,
    code: isJson ? (JSON.parse(body).code as string | undefined) : undefined,
  }
}

/** A session of its own, which a call may end without ending those of the next. */
export async function tokenFor(
  userId: number,
  companyId: number | null,
  life = 3600_000,
  keyAccess: KeyAccess | null = null,
  sso: { ssoConnectionId?: number; onlyCompanyId?: number } = {},
): Promise<string> {
  const token = newSessionToken((await tend()).services.serverKey, userId)
  const tokenExpiresAt = new Date(Date.now() + life)
  const refreshableUntil = new Date(Date.now() + 2 * 3600_000)
  await platform(db =>
    db
      .insert(sessions)
      .values({ userId, companyId, keyAccess, tokenHash: hashToken(token), tokenExpiresAt, refreshableUntil, ...sso }),
  )
  return token
}
