/**
 * People in a pass: their names, or "Worker 7K3Q" in place of them in everything that leaves by the pass. The number is
 * the person's own number, encrypted under a key of this pass: it says neither who came first nor how many there are,
 * two people never share one, and two passes cannot be compared.
 */
import { and, eq, inArray, notInArray, or } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import { memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { derive } from '../lib/security/secrets.ts'
import { submissions } from '../submissions/table.ts'
import type { PassRow } from './door.ts'

export type People = {
  /** What a person is called; `written` names an author without an account here. */
  nameOf(userId: number | null, written?: string | null): string
  /** A text or a whole answer without the names. */
  clean<T>(answer: T): T
}

/** Signs for private use, which nobody types. */
const markOf = (id: number | null) => `\uE000${id ?? 0}\uE001`
const marks = /\uE000(\d+)\uE001/g

type Known = { id: number; name: string; email: string | null }

/** The people of a pass, for one answer. */
export async function peopleOfPass(ctx: Context, pass: PassRow): Promise<People> {
  const t = ctx.services.texts(ctx.locale)
  const known = await membersEver(ctx, pass.companyId)
  const byId = new Map(known.map(person => [person.id, person.name]))
  const visitor = t('submissions.publicLink')
  if (pass.showsNames)
    return {
      nameOf: (userId, written) => written ?? (userId === null ? visitor : (byId.get(userId) ?? t('passes.somebody'))),
      clean: answer => answer,
    }
  const key = Buffer.from(derive(ctx.services.serverKey, 'pass people', pass.companyId, pass.id), 'base64url')
  const worker = (id: number) => t('passes.worker', { number: codeOf(key, id) })
  const names = new NameIndex(known)
  const said = (id: number | null) => (id === null ? t('passes.somebody') : worker(id))
  // Pseudonyms are put in last, so that none is taken for a name.
  const clean = (text: string) =>
    names.replace(text, markOf).replace(marks, (_, id: string) => said(id === '0' ? null : Number(id)))
  return {
    nameOf: (userId, written) => {
      if (written) return markOf(null)
      return userId === null ? visitor : markOf(userId)
    },
    clean: answer => cleanAll(answer, clean) as typeof answer,
  }
}

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
  'at',
  'hash',
  'previous',
  'company_name',
  'holder_name',
  'holder_office',
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

const wordsIn = /[\p{L}\p{M}\p{Nd}]+/gu
const folded = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** A word of four letters or more is a name with an ending too, as "Annával" is. */
const inflected = 4
const shortest = 2
/** Arabic writes short words in front of a name without a gap, as "وأحمد". */
const prefixes = 3

/** Finds names of people in texts: whole ones, parts of them, and those with endings. */
export class NameIndex {
  private readonly owners = new Map<string, Set<number>>()

  constructor(people: Known[]) {
    for (const { id, name, email } of people)
      for (const [word] of `${name} ${email?.split('@')[0] ?? ''}`.matchAll(wordsIn)) {
        const part = folded(word)
        if (part.length < shortest || /^\d+$/.test(part)) continue
        const owners = this.owners.get(part) ?? new Set()
        this.owners.set(part, owners.add(id))
      }
  }

  /** The text with each name in it replaced: by its one owner, or by null where several have it. */
  replace(text: string, said: (owner: number | null) => string): string {
    let result = ''
    let from = 0
    let run: { end: number; owners: Set<number> } | null = null
    const close = () => {
      if (!run) return
      const [owner = null] = run.owners
      result += said(run.owners.size === 1 ? owner : null)
      from = run.end
      run = null
    }
    for (const match of text.matchAll(wordsIn)) {
      const owners = this.ownersOf(folded(match[0]))
      if (!owners) continue
      const end = match.index + match[0].length
      const open = run as { end: number; owners: Set<number> } | null
      const shared = open && new Set([...open.owners].filter(id => owners.has(id)))
      // First name, blank and last name are one name.
      if (open && shared && shared.size > 0 && /^[\s.,_'’-]{1,3}$/.test(text.slice(open.end, match.index))) {
        run = { end, owners: shared }
        continue
      }
      close()
      result += text.slice(from, match.index)
      run = { end, owners }
    }
    close()
    return result + text.slice(from)
  }

  private ownersOf(word: string): Set<number> | undefined {
    const begins = /\p{Script=Arabic}/u.test(word) ? prefixes : 1
    for (let begin = 0; begin < begins && begin < word.length; begin++) {
      const rest = word.slice(begin)
      const exact = this.owners.get(rest)
      if (exact) return exact
      for (let length = rest.length - 1; length >= inflected; length--) {
        const owners = this.owners.get(rest.slice(0, length))
        if (owners) return owners
      }
    }
    return undefined
  }
}
