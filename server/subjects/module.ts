/**
 * All names of a register in one answer, read in batches while they are sent; and only what changed, to who has the
 * others.
 */

import { createHash } from 'node:crypto'
import { and, asc, count, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { distinct } from '#shared/lib/distinct.ts'
import { normalizedText } from '#shared/lib/folding.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { maxNames, registerNames } from '#shared/subjects/contract.ts'
import {
  registers as allRegisters,
  partRegistersChannelPattern,
  registersChannelPattern,
  registry,
  type SubjectType,
} from '#shared/subjects/registry.ts'
import { placesByName, requirePlaces } from '../companies/ports.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { alphabetical, alphabetOf } from '../lib/db/naturalOrder.ts'
import { type Database, inTurn, tenantOf } from '../lib/db/pools.ts'
import { idsByIdentifier } from '../lib/db/searchIds.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { routes } from '../lib/http/routes.ts'
import { accessible } from '../lib/registers/accessible.ts'
import type { Module } from '../module.ts'
import { knownSubjects } from './queries.ts'
import { registers } from './registers.ts'
import { subjectIsolation } from './table.ts'

const rowsAtOnce = 2_000
/** Archived rows are erased after 30 days, and nobody could say then that they are gone. */
const maxAgo = 20 * 24 * 3600_000
/** Goes up with what a line says, so that devices which keep lines of before get all of them once more. */
const shapeOfLines = 2
/** Overlap for rows that were being written while somebody read, and for clocks that differ between nodes. */
const overlap = 5 * 60_000

/** Throws 403 for who may not read this register. */
async function streamNames(wanted: { type: SubjectType; since?: string | undefined }, ctx: Context) {
  const { type } = wanted
  const { subject } = registry[type]
  if (!allows(ctx.ability, 'read', subject)) throw new Problem('forbidden')
  const companyId = companyOf(ctx)
  const tenant = tenantOf(ctx.actor, companyId)
  const reading = <T>(work: (db: Database) => Promise<T>) =>
    inTurn(ctx.services.pools, 'isolated', fairnessKey(tenant, ctx.ip), tenant, false, work)
  const table = registers[type]
  const ours = eq(table.companyId, companyId)
  const living = and(ours, accessible(ctx.ability, 'read', subject, table), isNull(table.archivedAt))
  const name = alphabetical(table.name, ctx.locale)
  const rule = ruleOf(ctx, subject, companyId)
  const after = changesAfter(wanted.since, rule, ctx.now)
  const [{ n = 0 } = {}] = await ctx.db.select({ n: count() }).from(table).where(living)

  async function* content() {
    const head = { since: `${ctx.now.getTime()} ${rule ?? ''}`, is_whole: !after, left_out: Math.max(0, n - maxNames) }
    let before = `${JSON.stringify(head).slice(0, -1)},"rows":[`
    for await (const lines of after ? changed(gte(table.updatedAt, after)) : all()) {
      if (lines.length === 0) continue
      yield Buffer.from(before + lines.join(',\n'))
      before = ',\n'
    }
    yield Buffer.from(before === ',\n' ? ']}' : `${before}]}`)
  }

  /** Reads rows by name in the reader's alphabet. Rows that come in before the current place are for the next time. */
  async function* all() {
    let last: { id: number; name: string } | undefined
    for (let sent = 0; sent < maxNames; ) {
      const behind = last && sql`(${name}, ${table.id}) > (${last.name}, ${last.id})`
      const rows = await reading(db =>
        db
          .select({ id: table.id, name: table.name, line: lineOf(type) })
          .from(table)
          .where(and(living, behind))
          .orderBy(asc(name), asc(table.id))
          .limit(Math.min(rowsAtOnce, maxNames - sent)),
      )
      yield rows.map(({ line }) => line)
      sent += rows.length
      last = rows.at(-1)
      if (rows.length < rowsAtOnce) return
    }
  }

  async function* changed(when: SQL) {
    let last: { id: number; at: Date } | undefined
    for (;;) {
      const behind = last && sql`(${table.updatedAt}, ${table.id}) > (${last.at.toISOString()}, ${last.id})`
      const line = sql<string>`case when ${table.archivedAt} is null then ${lineOf(type)}
        else json_build_array(${table.id})::text end`
      const rows = await reading(db =>
        db
          .select({ id: table.id, at: table.updatedAt, line })
          .from(table)
          .where(and(ours, when, behind))
          .orderBy(asc(table.updatedAt), asc(table.id))
          .limit(rowsAtOnce),
      )
      yield rows.map(row => row.line)
      last = rows.at(-1)
      if (rows.length < rowsAtOnce) return
    }
  }

  const answer: FileAnswer = async () => ({ content: content(), filename: `${registry[type].feature}.json` })
  return answer
}

/** A row as one line of JSON; of an animal that has nothing but a name, no more than that. */
function lineOf(type: SubjectType): SQL<string> {
  const table = registers[type]
  const identifier = 'identifier' in table ? table.identifier : 'plate' in table ? table.plate : sql`null::text`
  const group = 'animalGroupId' in table ? table.animalGroupId : sql`null`
  const place = 'parentId' in table ? table.parentId : 'locationId' in table ? table.locationId : sql`null`
  const held = 'withheldUntil' in table ? table.withheldUntil : sql`null`
  const otherIdentifiers =
    'otherIdentifiers' in table
      ? sql`nullif(jsonb_path_query_array(${table.otherIdentifiers}, '$[*].value'), '[]')`
      : sql`null`
  const line = sql`json_build_array(${table.id}, ${table.name}, ${identifier}, ${group}::int, ${place}::int,
    ${held}::date, ${otherIdentifiers}::jsonb)::text`
  return sql<string>`regexp_replace(${line}, '(, null)+\\]$', ']')`
}

/**
 * Returns a key of what the person may read, and in which order. Undefined where rights depend on rows: then all rows
 * are sent each time.
 */
function ruleOf({ ability, actor, locale }: Context, subject: string, companyId: number): string | undefined {
  const rules = ability.rulesFor('read', subject).map(({ conditions = {}, inverted }) => ({ conditions, inverted }))
  const isPlain = rules.every(
    ({ conditions, inverted }) => !inverted && Object.keys(conditions).every(field => field === 'companyId'),
  )
  // What left a reach is no change of its row: the device drops it with the next whole answer.
  if (!isPlain || actor.reach) return undefined
  return createHash('sha256')
    .update(JSON.stringify([shapeOfLines, companyId, subject, rules, alphabetOf(locale)]))
    .digest('base64url')
    .slice(0, 12)
}

/** Returns the moment after which changes are sent; undefined where all rows are. */
function changesAfter(since: string | undefined, rule: string | undefined, now: Date): Date | undefined {
  const [at = '', given] = since?.split(' ') ?? []
  const ago = now.getTime() - Number(at)
  if (rule === undefined || given !== rule || !(ago >= 0 && ago < maxAgo)) return undefined
  return new Date(Number(at) - overlap)
}

const mayReadRegisters = (companyId: string | undefined, { actor, ability }: Pick<Context, 'actor' | 'ability'>) =>
  Number(companyId) === actor.companyId && allRegisters.some(({ subject }) => allows(ability, 'read', subject))

/** Open to readers of any register. Events name the rows to read again, without their contents. */
const subjectChannels: ChannelRule[] = [
  {
    pattern: registersChannelPattern,
    may: ([, companyId], identity) => mayReadRegisters(companyId, identity) && identity.actor.reach === null,
  },
  {
    pattern: partRegistersChannelPattern,
    may: ([, companyId], identity) => mayReadRegisters(companyId, identity) && identity.actor.reach !== null,
  },
]

/** The registers that hold places to work at, with the fields of a reach. */
const workplaces = [
  ['location', 'location_ids'],
  ['animal_group', 'animal_group_ids'],
  ['vehicle', 'vehicle_ids'],
] as const

const places = requirePlaces.providedBy(async (db, { companyId, reach }) => {
  for (const [type, field] of workplaces) {
    const known = await knownSubjects(db, companyId, type, reach[field])
    if (reach[field].some(id => !known.has(id))) throw invalidField(`reach.${field}`, 'not_found')
  }
})

const namedPlaces = placesByName.providedBy(async (db, { companyId, names }) => {
  const byWord = new Map(names.map(name => [name, normalizedText(name).toLowerCase()]))
  const found = new Map(names.map(name => [name, [] as { field: (typeof workplaces)[number][1]; id: number }[]]))
  for (const [type, field] of workplaces)
    for (const key of type === 'vehicle' ? ['name', 'plain_plate'] : ['name']) {
      const written = (word: string) => (key === 'name' ? word : word.replace(/[ -]/g, ''))
      const ids = await idsByIdentifier(db, { type, key }, distinct([...byWord.values()].map(written)))
      const seen = await knownSubjects(db, companyId, type, distinct([...ids.values()].flat()))
      for (const [name, word] of byWord)
        for (const id of ids.get(written(word)) ?? []) {
          const places = found.get(name) ?? []
          if (seen.has(id) && !places.some(place => place.field === field && place.id === id))
            places.push({ field, id })
        }
    }
  return found
})

export const subjectsModule: Module = {
  queryProviders: [places, namedPlaces],
  isolation: subjectIsolation,
  channels: subjectChannels,
  routes: routes(registerNames, { stream: streamNames }),
}
