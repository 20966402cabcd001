import { createHmac } from 'node:crypto'
import type { Client } from 'pg'

/**
 * The two logins beside the owner, and the role into which the first changes for members whose reach is part of the
 * company. Their names carry the owner's, so that two installations can share a cluster.
 */
export type Logins = { owner: string; app: string; narrowed: string; system: string }

export function loginsOf(ownerUrl: string): Logins {
  const owner = decodeURIComponent(new URL(ownerUrl).username)
  return { owner, app: `${owner}_app`, narrowed: `${owner}_narrowed`, system: `${owner}_system` }
}

/**
 * The address under which a login connects. Its password is derived from the owner's, so that every node knows it and
 * none stores it. A pooler before the server has an address of its own.
 */
export function urlFor(ownerUrl: string, login: string, poolerUrl = ownerUrl): string {
  const url = new URL(poolerUrl)
  url.username = encodeURIComponent(login)
  url.password = derivedPassword(ownerUrl, login)
  return url.toString()
}

function derivedPassword(ownerUrl: string, login: string): string {
  const { password } = new URL(ownerUrl)
  if (!password)
    throw new Error('DATABASE_URL needs a user and a password: tend derives the logins of its parts from it.')
  return createHmac('sha256', decodeURIComponent(password)).update(`tend login ${login}`).digest('base64url')
}

const powers = 'nosuperuser nocreatedb nocreaterole nobypassrls'

/** Creates the logins, or gives them the password that follows from the owner's present one. */
export async function ensureLogins(client: Client, ownerUrl: string): Promise<void> {
  const logins = loginsOf(ownerUrl)
  for (const login of [logins.app, logins.system]) {
    const name = client.escapeIdentifier(login)
    const password = client.escapeLiteral(derivedPassword(ownerUrl, login))
    const { rows } = await client.query<{ isPowerful: boolean }>(
      'select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls as "isPowerful" from pg_roles where ' +
        'rolname = $1',
      [login],
    )
    const [found] = rows
    const verb = found ? 'alter' : 'create'
    // Only a superuser may say of an existing login that it is none, even where it is not.
    const attributes = found && !found.isPowerful ? '' : powers
    await whenAlone(() => client.query(`${verb} role ${name} login ${attributes} password ${password}`))
  }
  for (const login of [logins.app, logins.system]) await ensureNarrowed(client, logins.narrowed, login)
  const app = client.escapeIdentifier(logins.app)
  for (const setting of settingsOfApp) await whenAlone(() => client.query(`alter role ${app} set ${setting}`))
}

/**
 * Creates the role of narrowed members. Both logins may change into it, the one of jobs to ask who hears of something,
 * and have nothing of it before: its policies would narrow everybody.
 */
async function ensureNarrowed(client: Client, narrowed: string, login: string): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean; isGranted: boolean }>(
    `select to_regrole($1) is not null as "isThere",
       exists (select from pg_auth_members where roleid = to_regrole($1) and member = to_regrole($2)) as "isGranted"`,
    [client.escapeIdentifier(narrowed), client.escapeIdentifier(login)],
  )
  const [member, role] = [client.escapeIdentifier(login), client.escapeIdentifier(narrowed)]
  if (!rows[0]?.isThere) await whenAlone(() => client.query(`create role ${role} nologin ${powers}`))
  if (rows[0]?.isGranted) return
  await whenAlone(() => client.query(`alter role ${member} noinherit`))
  await whenAlone(() => client.query(`grant ${role} to ${member}`))
}

/**
 * Forbids sequential scans, which can look cheaper than an index and read the rows of all other companies, and JIT,
 * which costs more than these queries do.
 */
const settingsOfApp = ['enable_seqscan = off', 'jit = off']

/**
 * Logins are of the whole cluster, the migration lock is of one database: two tends in it may change the same login at
 * once.
 */
async function whenAlone(change: () => Promise<unknown>, tries = 10): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (tries === 0 || !/tuple concurrently updated/.test(String(error))) throw error
    await new Promise(resolve => setTimeout(resolve, 20))
    await whenAlone(change, tries - 1)
  }
}
