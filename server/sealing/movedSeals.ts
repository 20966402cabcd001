/**
 * Links of a company that came from another tend. What was signed there stays letter for letter; beside it the link
 * says what its content is in the numbers of this tend, signed by this tend's key when the company came.
 */
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { Means, SignedLink } from '#shared/sealing/link.ts'
import { byKey, bySubject, jsonBy, type Numbers } from '../lib/backup/rewriting.ts'
import { sha256 } from '../lib/security/secrets.ts'
import type { Signing } from '../lib/security/signing.ts'

/** The numbers that were signed, and the content in those of this tend. */
export type MovedLink = Pick<SignedLink, 'chain' | 'record_id' | 'part' | 'key'> & {
  content: string | null
  /** Of this tend: which key says that this is that content. */
  signed_by: number
  signature: string
}

/** The text that this tend signs of a link that came to it. */
const movedText = (hash: string, content: string | null) => `${hash} ${content === null ? '' : sha256(content)}`

const answers = jsonBy(bySubject)
const ids = jsonBy(byKey)
/** Parts of a sealed record in which numbers are no ids. */
const untouched = ['score', 'files', 'data', 'groups', 'figures']

/** What a link seals, in the numbers of this tend. */
function movedContent(content: string, numbers: Numbers): string {
  const sealed: Record<string, unknown> = JSON.parse(content)
  const moved = Object.entries(sealed).map(([name, value]) => {
    if (untouched.includes(name)) return [name, value]
    if (name === 'subjects' && Array.isArray(value)) return [name, subjectsOf(value, numbers)]
    const rewrite = name === 'answers' ? answers : ids
    return [name, JSON.parse(rewrite(JSON.stringify({ [name]: value ?? null }), numbers, () => null) ?? '{}')[name]]
  })
  return canonicalJson(Object.fromEntries(moved))
}

/** `location 5`, sorted as they are sealed. */
const subjectsOf = (subjects: string[], { shift }: Numbers) =>
  subjects.map(subject => subject.replace(/\d+$/, id => String(Number(id) + shift))).sort()

/** The column of a link that comes to this tend, from its row in the other. What was signed first stays for good. */
export function movedSeal(
  numbers: Numbers,
  row: (column: string) => string | null,
  signing: { current: Signing; generation: number } | null,
): string | null {
  if (!signing) return row('moved')
  const before: MovedLink | null = JSON.parse(row('moved') ?? 'null')
  const text = before ? before.content : row('content')
  const content = text === null ? null : movedContent(text, numbers)
  const number = (column: string) => (row(column) === null ? null : Number(row(column)))
  const link: MovedLink = {
    chain: before?.chain ?? numbers.company.from,
    record_id: before?.record_id ?? number('record_id') ?? 0,
    part: before ? before.part : number('part'),
    key: before?.key ?? number('key_generation') ?? 0,
    content,
    signed_by: signing.generation,
    signature: signing.current.sign(signing.generation, movedText(row('hash') ?? '', content)),
  }
  return JSON.stringify(link)
}

/** Whether this tend said, when the link came, that its content is this. */
export async function isAsMoved(
  { hash, moved }: { hash: string; moved: MovedLink },
  publicKey: string | undefined,
  means: Means,
): Promise<boolean> {
  // Keys of other tends, below zero, do not speak for this one.
  if (publicKey === undefined || moved.signed_by < 1) return false
  const signed = new TextEncoder().encode(movedText(hash, moved.content))
  return (await means.verify(publicKey, signed, new Uint8Array(Buffer.from(moved.signature, 'base64url')))) === true
}
