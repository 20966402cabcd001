/**
 * People in a pass: their names, or "Worker 7K3Q" in place of them in everything that leaves by the pass. The number is
 * the person's own number, encrypted under a key of this pass: it says neither who came first nor how many there are,
 * two people never share one, and two passes cannot be compared.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, notInArray, or } from 'drizzle-orm'
import { workerAccounts } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { derive } from '../lib/security/secrets.ts'
import { submissions } from '../submissions/table.ts'
import { helpers } from '../tasks/external-helpers/table.ts'
import type { OpenPass } from './door.ts'
import { type Named, NameIndex } from './nameIndex.ts'

export type People = {
  /** What a person is called; `written` names an author without an account here. */
  nameOf(userId: number | null, written?: string | null): string
  /** Words of tend's own, of the company's or the reader's, in which no names are looked for. */
  own(text: string): string
  /** A text or a whole answer without the names. */
  clean<T>(answer: T): T
}

/** The people of a pass, for one answer. */
export async function peopleOfPass(
  ctx: Context,
  { pass, company }: Pick<OpenPass, 'pass' | 'company'>,
): Promise<People> {
  const t = ctx.services.texts(ctx.locale)
  const known = await membersEver(ctx, pass.companyId)
  const visitor = t('submissions.publicLink')
  if (pass.showsNames) {
    const byId = new Map(known.map(person => [person.id, person.name]))
    return {
      nameOf: (userId, written) => written ?? (userId === null ? visitor : (byId.get(userId) ?? t('passes.somebody'))),
      own: text => text,
      clean: answer => answer,
    }
  }
  const key = Buffer.from(derive(ctx.services.serverKey, 'pass people', pass.companyId, pass.id), 'base64url')
  const names = new NameIndex([...known, ...(await othersNamed(ctx, pass.companyId))])
  // In the company's name and in what the inspector knows of themselves a number would say whose it is.
  const open = new Set([company.name, pass.holderName, pass.holderOffice].flatMap(text => [...names.ownersIn(text)]))
  // Nobody who writes a text knows the mark of its answer.
  const mark = randomUUID()
  const markOf = (id: number | null) => `\uE000${mark}:${id ?? 0}\uE001`
  const ownMarked = (text: string) => `\uE000${mark}=${text.replaceAll('\uE001', '')}\uE001`
  const marks = new RegExp(`\uE000${mark}(?::(\\d+)|=([^\uE001]*))\uE001`, 'g')
  const cleanText = (text: string) => names.replace(text, id => said(id === null || open.has(id) ? null : id))
  const said = (id: number | null) =>
    id === null ? t('passes.somebody') : t('passes.worker', { number: codeOf(key, id) })
  const clean = (text: string) => {
    let result = ''
    let from = 0
    // Pseudonyms and tend's own words are put in between cleaned texts, so that none is taken for a name.
    for (const { index, 0: all, 1: id, 2: own = '' } of text.matchAll(marks)) {
      result += cleanText(text.slice(from, index))
      result += id === undefined ? own : said(id === '0' ? null : Number(id))
      from = index + all.length
    }
    return result + cleanText(text.slice(from))
  }
  return {
    nameOf: (userId, written) => {
      if (written) return markOf(null)
      return userId === null ? ownMarked(visitor) : markOf(userId)
    },
    own: ownMarked,
    clean: answer => cleanAll(answer, clean) as typeof answer,
  }
}

type Known = Named & { id: number }

/** Everybody who works or has worked there, and who wrote there without being a member. Keys are no people. */
async function membersEver({ db }: Context, companyId: number): Promise<Known[]> {
  const ofCompany = eq(memberships.companyId, companyId)
  const members = db.select({ id: memberships.userId }).from(memberships).where(ofCompany)
  const keys = db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(ofCompany, eq(memberships.isKey, true)))
  const authors = db
    .selectDistinct({ id: submissions.userId })
    .from(submissions)
    .where(eq(submissions.companyId, companyId))
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(or(inArray(users.id, members), inArray(users.id, authors)), notInArray(users.id, keys)))
}

/** Those who are named in another way: by the name of a shared device, as author without an account, as helper. */
async function othersNamed({ db }: Context, companyId: number): Promise<Named[]> {
  const [devices, written, helping] = await Promise.all([
    db
      .select({ id: workerAccounts.userId, name: workerAccounts.userName })
      .from(workerAccounts)
      .where(eq(workerAccounts.companyId, companyId)),
    db
      .selectDistinct({ name: submissions.writtenBy })
      .from(submissions)
      .where(and(eq(submissions.companyId, companyId), isNotNull(submissions.writtenBy))),
    db.selectDistinct({ email: helpers.email }).from(helpers).where(eq(helpers.companyId, companyId)),
  ])
  return [
    ...devices.map(one => ({ ...one, email: null })),
    ...written.map(({ name }) => ({ id: null, name: name ?? '', email: null })),
    ...helping.map(({ email }) => ({ id: null, name: '', email })),
  ]
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Four or seven signs for a number, by a Feistel network, which maps different numbers to different ones. */
export function codeOf(key: Buffer, id: number): string {
  const bits = id < 1 << 20 ? 10 : 16
  const mask = 2 ** bits - 1
  let [left, right] = [Math.floor(id / 2 ** bits), id & mask]
  for (let round = 0; round < 6; round++) {
    const mixed = Buffer.from(derive(key, 'round', bits, round, right), 'base64url').readUInt32BE(0) & mask
    ;[left, right] = [right, left ^ mixed]
  }
  const whole = left * 2 ** bits + right
  const signs = bits === 10 ? 4 : 7
  return Array.from({ length: signs }, (_, at) => letters[Math.floor(whole / 32 ** (signs - 1 - at)) % 32]).join('')
}

/** Fields that are said by tend itself, or that the inspector knows: the company, and their own name. */
const technical = new Set([
  'kind',
  'tone',
  'band',
  'address',
  'path',
  'place',
  'type',
  'since',
  'mark',
  'at',
  'hash',
  'previous',
  'company_name',
  'holder_name',
  'holder_office',
  ...['uuid', 'device_time', 'written_at', 'due_on', 'severity', 'signed_by'],
])

function cleanAll(value: unknown, clean: (text: string) => string, name = ''): unknown {
  if (typeof value === 'string') return technical.has(name) ? value : clean(value)
  if (Array.isArray(value)) return value.map(item => cleanAll(item, clean, name))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  // Photos are addresses by themselves, in a list of their own.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === 'pictures' ? item : cleanAll(item, clean, key)]),
  )
}
