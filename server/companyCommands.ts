/** One company out of this tend, and one out of a backup into it: `tend backup --company`, `tend restore --company`. */
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { Client } from 'pg'
import { isManager } from '#shared/lib/roles.ts'
import { resetPath } from './accounts/mails.ts'
import { hasMail } from './accounts/queries.ts'
import { armLink, newLink } from './actions/commands.ts'
import { everything } from './companies/startingOffers.ts'
import { memberships } from './companies/table.ts'
import { companyLayout } from './companyLayout.ts'
import { backUp } from './lib/backup/backUp.ts'
import type { BackupSecrets } from './lib/backup/encryption.ts'
import { type CompanyRestore, findCompanies, restoreCompany } from './lib/backup/restoreCompany.ts'
import { disksOf } from './lib/backup/restoreRequest.ts'
import { listSnapshots, readManifest } from './lib/backup/snapshot.ts'
import type { Config } from './lib/config/config.ts'
import type { Services } from './lib/context.ts'
import { noTenant, withDatabase } from './lib/db/pools.ts'
import { storageAt } from './lib/files/s3Storage.ts'
import { isS3, type Storage } from './lib/files/storage.ts'
import { signingWith } from './lib/security/signing.ts'

type Export = {
  config: Config
  ownerUrl: string
  wanted: string
  /** Where to; a folder beside the backups without it. */
  folder: string | undefined
  version: string
  secrets: BackupSecrets
  onProgress: (done: number, all: number) => void
}

/**
 * Exports a company while people work. An export has a folder of its own, so that it is never taken for a backup of
 * all.
 * @throws Error where no company, or more than one, is meant, or the folder holds backups
 */
export async function exportTo({ config, ownerUrl, wanted, folder, ...asked }: Export) {
  const company = await companyHere(ownerUrl, wanted)
  const { folder: backups } = config.backups
  const beside = `companies/${company.id}`
  const place = folder ?? (isS3(backups) ? `${backups}/${beside}` : join(backups, beside))
  const target = storageAt(place, config.s3)
  await requireOwnFolder(target, place, backups)
  const made = await backUp({
    ...{ ...asked, ownerUrl, target, now: new Date() },
    storage: storageAt(config.files, config.s3),
    sealingSecret: config.sealingSecret,
    company: { ...company, layout: companyLayout(null) },
  })
  return { ...made, place }
}

async function companyHere(ownerUrl: string, wanted: string): Promise<{ id: number; name: string }> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend backup' })
  await client.connect()
  const found = await findCompanies(client, wanted).finally(() => client.end())
  const [company, another] = found
  if (!company) throw new Error(`No company is called "${wanted}" or has this id.`)
  if (another) throw new Error(`Name one by its id: ${found.map(({ id, name }) => `${id} (${name})`).join(', ')}.`)
  return company
}

async function requireOwnFolder(target: Storage, place: string, backups: string): Promise<void> {
  const newest = (await listSnapshots(target)).at(-1)
  const isOfAll = newest !== undefined && (await readManifest(target, newest)).company === undefined
  if (place === backups || isOfAll)
    throw new Error(`${place} is for backups of all companies. Name a folder of its own for the export.`)
}

type Brought = {
  config: Config
  ownerUrl: string
  machine: Pick<Services, 'pools' | 'serverKey'>
  target: Storage
  name: string
  wanted: string
  secrets: BackupSecrets
  isTrial: boolean
  prepare: (url: string) => Promise<void>
  onProgress: (done: number, all: number) => void
}

/**
 * What came, and the one-time addresses by which those who manage the company choose a password. There are none where
 * mails leave: only the owner of an address gets a link then.
 */
export type BroughtCompany = CompanyRestore & { links: { name: string; email: string; path: string }[] }

/** Brings a company out of a backup into this tend. Without mail those who manage it get a link each, for a week. */
export async function bringFrom({ config, machine, ...asked }: Brought): Promise<BroughtCompany> {
  const { rows } = await ask(asked.ownerUrl, 'select max(generation) as generation from signing_keys')
  const current = signingWith(machine.serverKey, config.sealingSecret)
  const brought = await restoreCompany({
    ...asked,
    storage: storageAt(config.files, config.s3),
    folder: disksOf(config)?.database ?? null,
    hasMail: hasMail({ config }),
    layout: companyLayout({ current, generation: rows[0]?.generation }),
    finish: openCompany,
  })
  const areShown = brought.id !== null && !hasMail({ config })
  return { ...brought, links: areShown ? await linksFor(machine, brought.id ?? 0, brought) : [] }
}

/** The plan of a new company, that it came, and the words of its messages, which bear the company's number. */
async function openCompany(client: Client, companyId: number): Promise<void> {
  await client.query(
    `update messages set words = message_words(message_text, locale, company_id, conversation_id)
     where company_id = $1 and words is not null`,
    [companyId],
  )
  await client.query(
    `insert into company_plans (company_id, plan_id, name, is_trial, start_date, end_date, currency, limits)
     select c.id, p.id, p.name, p.is_trial, today, today + p.days - 1, c.currency, p.limits
     from companies c, plans p, lateral (select (now() at time zone c.time_zone)::date as today) day
     where c.id = $1 and p.archived_at is null and (p.is_trial or p.key = $2)
     order by case when (select is_selling from plan_settings limit 1) then not p.is_trial else p.is_trial end, p.id
     limit 1`,
    [companyId, everything],
  )
  await client.query(
    `insert into audit_entries (company_id, action, subject_type, subject_id, cause)
     values ($1, 'company.restored', 'Company', $1, 'command_line')`,
    [companyId],
  )
}

const week = 7 * 24 * 3600_000

async function linksFor(
  { pools }: Brought['machine'],
  companyId: number,
  { people }: CompanyRestore,
): Promise<BroughtCompany['links']> {
  const made = people.flatMap(({ as, id, name, email }) =>
    as === 'created' && id && email ? [{ id, name, email }] : [],
  )
  return withDatabase(pools.platform, noTenant, true, async db => {
    const rows = await db
      .select({ id: memberships.userId, roleId: memberships.roleId })
      .from(memberships)
      .where(and(eq(memberships.companyId, companyId), isNull(memberships.endedAt)))
    const managers = new Set(rows.filter(({ roleId }) => isManager(roleId)).map(({ id }) => id))
    const links: BroughtCompany['links'] = []
    for (const { id, name, email } of made.filter(person => managers.has(person.id))) {
      const armed = await armLink(db, await newLink(db, new Date(), { kind: 'reset_password', userId: id, life: week }))
      if (armed) links.push({ name, email, path: resetPath(armed.token, email) })
    }
    return links
  })
}

async function ask(ownerUrl: string, statement: string) {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend restore' })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

/** The result for a person at a terminal. */
export function describeBrought(
  { id, name, from, people, rows, files, links }: BroughtCompany,
  origin: string,
): string {
  const listed = (as: CompanyRestore['people'][number]['as'], words: string) => {
    const who = people.filter(person => person.as === as)
    return who.length === 0
      ? []
      : [`${who.length} ${words}:`, ...who.map(person => `  ${person.name}${person.email ? ` <${person.email}>` : ''}`)]
  }
  return [
    id === null
      ? `${from.name} would come as the new company "${name}". Nothing was changed.`
      : `${from.name} is here as the company "${name}" (${id}): ${rows} rows, ${files} files.`,
    ...listed('matched', 'people have an account here, by an address that both tends have confirmed'),
    ...listed('created', 'people get an account without a password'),
    ...listed('without_address', 'people get an account without an address, which nobody can sign in with'),
    ...listed('key', 'API keys end, and are made again by those who manage the company'),
    ...links.flatMap(link => [
      `${link.name} chooses a password at, once and within a week:`,
      `  ${origin}${link.path}`,
    ]),
  ].join('\n')
}
