/**
 * Brings one company out of a backup into a tend in which others work. The backup is restored into a second database
 * beside the first, brought to this version there, and the company's rows are copied from it in one transaction.
 */
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { readMigrations, runMigrations } from '../db/migrations.ts'
import type { Storage } from '../files/storage.ts'
import { fingerprintOf } from '../security/signing.ts'
import { sameText } from './backUp.ts'
import { type CompanyLayout, type CompanyTable, tablesOfCompany } from './companyTables.ts'
import { hasRoom, mayCreate, withSecondDatabase } from './drill.ts'
import { type BackupSecrets, Opener } from './encryption.ts'
import { restore } from './restore.ts'
import {
  company,
  drawnId,
  filePath,
  type Made,
  type Numbers,
  person,
  type Rewrite,
  rewriteRows,
  rowId,
} from './rewriting.ts'
import { BackupError, contentOf, listFiles, type Manifest, readManifest } from './snapshot.ts'

/** A person of the company, and who that is here. */
export type MovedPerson = {
  name: string
  email: string | null
  /**
   * `matched`: the account here with the same address, which both tends have confirmed. `created`: an account without
   * a password. `without_address`: created too, but another account here has the address and has not confirmed it, or
   * the person never had. `key`: an API key, which ends and leaves its name.
   */
  as: 'matched' | 'created' | 'without_address' | 'key'
  /** The account here; null where nothing was written. */
  id: number | null
}
export type CompanyRestore = {
  /** The company here; null where nothing was written. */
  id: number | null
  name: string
  /** What it was called and numbered where it is from. */
  from: { id: number; name: string }
  people: MovedPerson[]
  rows: number
  files: number
  missing: string[]
}

type Destination = {
  ownerUrl: string
  storage: Storage
  target: Storage
  /** Which snapshot of the target. */
  name: string
  secrets: BackupSecrets
  /** The company's id or name. */
  wanted: string
  layout: CompanyLayout
  /** The disk of the database; null where it is another machine's. */
  folder: string | null
  /** Only says what it would do. */
  isTrial: boolean
  /** Whether mails leave here. Where none do, managers hand links to passwords over. */
  hasMail: boolean
  prepare: (url: string) => Promise<void>
  /** What a new company has besides its rows, in the same transaction. */
  finish: (client: Client, companyId: number) => Promise<void>
  onProgress?: (done: number, all: number) => void
}

/**
 * @throws BackupError that names the fault before anything is written; Error where nobody may create a second database
 * or no company, or more than one, is meant
 */
export async function restoreCompany(destination: Destination): Promise<CompanyRestore> {
  const { ownerUrl, target, name, secrets, folder } = destination
  const manifest = await readManifest(target, name)
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend restore' })
  await client.connect()
  try {
    await client.query(sameText)
    if (!(await mayCreate(client)))
      throw new Error('The login may not create databases, which this needs: alter role tend createdb')
    if (folder !== null && !(await hasRoom(client, folder)))
      throw new BackupError('no_room', `There is no room in ${folder} for the database a second time.`)
    return await withSecondDatabase(client, ownerUrl, 'company', async url => {
      await restore({
        ...{ ownerUrl: url, storage: null, target, name, secrets, isOneCompany: true },
        prepare: () => destination.prepare(url),
        ...(destination.onProgress && { onProgress: destination.onProgress }),
      })
      const source = new Client({ connectionString: url, application_name: 'tend restore' })
      await source.connect()
      try {
        await source.query(sameText)
        await runMigrations(source, readMigrations())
        return await move(source, client, manifest, destination)
      } finally {
        await source.end()
      }
    })
  } finally {
    await client.end()
  }
}

async function move(
  source: Client,
  client: Client,
  manifest: Manifest,
  destination: Destination,
): Promise<CompanyRestore> {
  const { storage, target, secrets, layout, finish, isTrial, hasMail } = destination
  const from = await companyIn(source, destination.wanted)
  const tables = await tablesOfCompany(source, from.id, layout)
  const [name, people] = [await freeName(client, from.name), await peopleOf(source, client, tables, hasMail)]
  const isOwn = (path: string) => path.startsWith(`${from.id}/`)
  const described = (known: ReadonlyMap<number, number>) =>
    people.map(({ was, match: _, ...each }): MovedPerson => ({ ...each, id: known.get(was) ?? null }))
  const plan = { name, from, missing: manifest.files.missing.filter(isOwn) }
  if (isTrial) return { ...plan, id: null, people: described(new Map()), rows: 0, files: 0 }
  const copied: string[] = []
  try {
    await client.query('begin')
    const numbers = await numbersFor(source, client, tables, people, from.id)
    const opener = new Opener(target, secrets)
    for await (const file of listFiles(target, manifest)) {
      if (!isOwn(file.path)) continue
      const path = filePath(file.path, numbers, () => null)
      if (path === null) continue
      copied.push(path)
      await storage.writeAll(path, await opener.open({ ...file, path: contentOf(file) }))
    }
    let rows = 0
    for (const table of tables) rows += await copyTable(source, client, table, { layout, numbers, people })
    const { to: id } = numbers.company
    await client.query('update companies set name = $2 where id = $1', [id, name])
    await finish(client, id)
    await client.query('commit')
    return { ...plan, id, people: described(numbers.people), rows, files: copied.length }
  } catch (error) {
    await client.query('rollback')
    for (const path of copied) await storage.remove(path).catch(() => {})
    throw error
  }
}

/** @throws Error where no company, or more than one, has this id or name */
async function companyIn(client: Client, wanted: string): Promise<{ id: number; name: string }> {
  const found = await findCompanies(client, wanted)
  const [company, another] = found
  if (!company) throw new Error(`No company in the backup is called "${wanted}" or has this id.`)
  if (another) throw new Error(`Name one by its id: ${found.map(({ id, name }) => `${id} (${name})`).join(', ')}.`)
  return company
}

/** The companies that an id or a name means; erased ones and those that wait for it are none. */
export async function findCompanies(client: Client, wanted: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await client.query<{ id: number; name: string }>(
    `select id, name from companies
     where archived_at is null and (id::text = $1 or lower(name) = lower($1)) order by id::text = $1 desc, id`,
    [wanted],
  )
  return rows[0] && String(rows[0].id) === wanted ? rows.slice(0, 1) : rows
}

/** The name, or the first with a number behind it that no company here has. */
async function freeName(client: Client, name: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select lower(name) as name from companies')
  const taken = new Set(rows.map(row => row.name))
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} (${number})`
    if (!taken.has(free.toLowerCase())) return free
  }
}

type Planned = Omit<MovedPerson, 'id'> & { was: number; match: number | null }

/**
 * Finds the accounts of people here, by addresses that both tends have confirmed. Where no mail leaves, an account
 * without a company is not taken: those who manage this one could then choose its password.
 */
async function peopleOf(source: Client, client: Client, tables: CompanyTable[], hasMail: boolean): Promise<Planned[]> {
  const users = tables.find(({ table }) => table === 'users')
  const { rows } = await source.query<
    Pick<Planned, 'name' | 'email'> & { id: number; is_confirmed: boolean; is_key: boolean }
  >(
    `select id, name, email, email_confirmed_at is not null as is_confirmed,
       exists (select from memberships m where m.user_id = people.id and m.is_key) as is_key
     from (${named(users)}) people order by name, id`,
  )
  const addresses = rows.flatMap(({ email }) => email?.toLowerCase() ?? [])
  const here = await client.query<{ id: number; email: string; may_match: boolean }>(
    `select id, lower(email) as email, email_confirmed_at is not null and archived_at is null
       and ($2 or admin_since is not null
         or exists (select from memberships m where m.user_id = users.id and m.ended_at is null)) as may_match
     from users where lower(email) = any($1)`,
    [addresses, hasMail],
  )
  const accounts = new Map(here.rows.map(row => [row.email, row]))
  return rows.map(({ id, name, email, is_confirmed, is_key }) => {
    if (is_key) return { was: id, match: null, name, email, as: 'key' }
    const account = accounts.get(email?.toLowerCase() ?? '')
    const match = account?.may_match && is_confirmed ? account.id : null
    const as = match !== null ? 'matched' : email !== null && !account ? 'created' : 'without_address'
    return { was: id, match, name, email, as }
  })
}

/** The rows of a table with their columns by name, where its statement gives some of them no name. */
const named = (table: CompanyTable | undefined) =>
  `select * from (${table?.select}) rows (${table?.columns.map(({ name }) => `"${name}"`).join(', ')})`

/** Gives the company, its people, rows and keys numbers that nobody here has, and takes these out of the sequences. */
async function numbersFor(
  source: Client,
  client: Client,
  tables: CompanyTable[],
  people: Planned[],
  from: number,
): Promise<Numbers> {
  const [{ id: to }] = await next(client, 'companies', 1)
  const made = people.filter(({ match }) => match === null)
  const ids = await next(client, 'users', made.length)
  const known = new Map(people.flatMap(({ was, match }) => (match === null ? [] : [[was, match] as const])))
  for (const [at, { was }] of made.entries()) known.set(was, ids[at]?.id ?? 0)
  const { rows } = await client.query<{ last: string }>(
    "select coalesce(max(last_value), 0) as last from pg_sequences where schemaname = 'public'",
  )
  // Those who work here take some numbers until these are taken out.
  const shift = (Math.floor(Number(rows[0]?.last) / 1000) + 2) * 1000
  for (const table of tables.filter(({ table: name, columns }) => isCounted(name, columns))) {
    const last = await source.query<{ id: number | null }>(`select max(id) as id from (${table.select}) rows`)
    const id = last.rows[0]?.id
    if (id === null || id === undefined) continue
    const sequence = `pg_get_serial_sequence('${table.table}', 'id')`
    await client.query(`select setval(${sequence}, greatest(nextval(${sequence}), $1))`, [id + shift])
  }
  return { company: { from, to }, shift, people: known, keys: await keysOf(source, client) }
}

const isCounted = (name: string, columns: CompanyTable['columns']) =>
  name !== 'companies' && name !== 'users' && columns.some(column => column.name === 'id' && column.isIdentity)

async function next(client: Client, table: string, count: number): Promise<[{ id: number }, ...{ id: number }[]]> {
  const { rows } = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence($1, 'id'))::int as id from generate_series(1, $2)`,
    [table, count],
  )
  return rows as [{ id: number }, ...{ id: number }[]]
}

/** Keys of the other tend come below zero, so that none of them is ever taken for the one that signs here. */
async function keysOf(source: Client, client: Client): Promise<Map<number, number>> {
  const keys = 'select generation, fingerprint, public_key from signing_keys order by generation'
  const [theirs, ours] = [(await source.query(keys)).rows, (await client.query(keys)).rows]
  for (const { fingerprint, public_key: key } of theirs)
    if (fingerprintOf(key) !== fingerprint) throw new Error('A key of the backup is not the one that it is named as.')
  let lowest = Math.min(0, ...ours.map(({ generation }) => generation))
  const generationOf = (fingerprint: string) => ours.find(key => key.fingerprint === fingerprint)?.generation
  return new Map(theirs.map(({ generation, fingerprint }) => [generation, generationOf(fingerprint) ?? --lowest]))
}

type Moving = { layout: CompanyLayout; numbers: Numbers; people: Planned[] }

async function copyTable(
  source: Client,
  client: Client,
  table: CompanyTable,
  { layout, numbers, people }: Moving,
): Promise<number> {
  const columns = table.columns.map(({ name }) => name)
  const rewrites = rewritesOf(table, layout).map((rewrite, at): Rewrite | Made | null =>
    table.table === 'users' && columns[at]?.startsWith('email') ? addressOf(people) : rewrite,
  )
  const only = await rowsToCopy(client, table, numbers, people)
  const rows = source.query(copyTo(`copy (${only}) to stdout`))
  const names = columns.map(name => client.escapeIdentifier(name)).join(', ')
  const copy = client.query(copyFrom(`copy ${client.escapeIdentifier(table.table)} (${names}) from stdin`))
  await pipeline(rows, content => rewriteRows(content, columns, rewrites, numbers), copy)
  return copy.rowCount
}

const addressOf = (people: Planned[]): Rewrite => {
  const without = new Set(
    people.flatMap(({ as, email }) => (/^(without_address|key)$/.test(as) && email ? [email] : [])),
  )
  return (text, _, row) => (without.has(row('email') ?? '') ? null : text)
}

/** All rows of a company; of people and keys those not here yet, of workers by phone those without an address. */
async function rowsToCopy(client: Client, table: CompanyTable, numbers: Numbers, people: Planned[]): Promise<string> {
  if (table.table === 'users') {
    const made = people.flatMap(({ was, match }) => (match === null ? [was] : []))
    return `${named(table)} where id = any('{${made.join(',')}}')`
  }
  if (table.table === 'worker_accounts') {
    const without = people.flatMap(({ was, as }) => (as === 'without_address' ? [was] : []))
    return `${table.select} and user_id = any('{${without.join(',')}}')`
  }
  if (table.table !== 'signing_keys') return table.select
  const { rows } = await client.query<{ generation: number }>('select generation from signing_keys')
  const here = new Set(rows.map(({ generation }) => generation))
  const missing = [...numbers.keys].flatMap(([theirs, ours]) => (here.has(ours) ? [] : [theirs]))
  return `${table.select} and generation = any('{${missing.join(',')}}')`
}

/** How each column is rewritten: by its declaration, or by what it refers to. */
export function rewritesOf(
  { table, columns, references }: CompanyTable,
  layout: CompanyLayout,
): (Rewrite | Made | null)[] {
  return columns.map(({ name, type, isIdentity }) => {
    const declared = layout.columns[`${table}.${name}`]
    if (declared) return declared
    if (name === 'company_id' || (table === 'companies' && name === 'id')) return company
    if (table === 'users' && name === 'id') return person
    const to = references.find(({ column }) => column === name)?.to
    if (to === 'users') return person
    if (layout.drawn.includes(to ?? (name === 'id' ? table : ''))) return drawnId
    if (to !== undefined || (name === 'id' && isIdentity)) return rowId
    const common = layout.columns[name]
    if (!common && /int|json/.test(type))
      throw new Error(`It is not said what becomes of ${table}.${name} in another tend (server/companyLayout.ts).`)
    return common ?? null
  })
}
