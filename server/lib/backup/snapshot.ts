/**
 * What a backup is made of. A target (a folder, or any other store) holds snapshots and the files that they share:
 *
 *   <time>/tables/<schema>.<table>   rows as COPY writes them, compressed with Zstandard
 *   <time>/files                     one line of JSON for each stored file, compressed
 *   <time>/manifest.json             what the snapshot consists of, with hashes; written last
 *   files/<path>[.<key>.age]         stored files, which never change and are copied once
 *   keys/<key>.age                   keys that a passphrase opens (encryption.ts)
 *
 * A snapshot exists once its manifest does, so one that was interrupted is never taken for a whole one.
 */
import { createHash, verify as verifySignature } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { ifMissing, type Storage } from '../files/storage.ts'

/**
 * A part of a snapshot as it lies in the target: its size in bytes, and SHA-256 over these bytes, hex; `key` where they
 * are encrypted.
 */
const Part = z.object({
  path: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  key: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
})
export type Part = z.infer<typeof Part>

const Table = Part.extend({ table: z.string(), columns: z.array(z.string()), rows: z.number().int() })
export type Table = z.infer<typeof Table>

export const Manifest = z.object({
  format: z.literal(1),
  /** Version of tend that made it. */
  tend: z.string(),
  made_at: z.iso.datetime(),
  postgres: z.string(),
  /** Hashes of the migrations that the database had run. */
  migrations: z.array(z.string()),
  tables: z.array(Table),
  /** Name and last value of each sequence that was used. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The list of stored files; `missing` are named by the database and were not in the store. */
  files: Part.extend({ count: z.number().int(), total: z.number().int(), missing: z.array(z.string()) }),
  /** The public key that its signature is checked with, PEM. */
  public_key: z.string(),
  /** Of an export the company that it is of. */
  company: z.object({ id: z.int(), name: z.string() }).optional(),
})
export type Manifest = z.infer<typeof Manifest>

/** A stored file in the list of a snapshot; `contentOf` says where it lies in the target. */
export const StoredFile = Part
export type StoredFile = Part

export const manifestOf = (name: string) => `${name}/manifest.json`
export const signatureOf = (name: string) => `${name}/manifest.sig`
export const filesFolder = 'files'
export const contentOf = ({ path, key }: Pick<StoredFile, 'path' | 'key'>) =>
  `${filesFolder}/${path}${key ? `.${key}.age` : ''}`

/** The stored file whose content lies at a path below `filesFolder`, the reverse of `contentOf`. */
export function fileAt(place: string): { path: string; key?: string } {
  const [, path = '', key] = /^(.+?)(?:\.([0-9a-f]{16})\.age)?$/.exec(place.slice(filesFolder.length + 1)) ?? []
  return { path, ...(key && { key }) }
}

/** The name of a snapshot: its time in UTC, in characters that every file system takes. */
export const snapshotName = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** When a snapshot was made, from its name. */
export const timeOf = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))

/** The folder of a snapshot; the path of a manifest, with the name of its snapshot; what a write has left half done. */
const folderPattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
export const snapshotPattern = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\/manifest\.json$/
export const partPattern = /(^|\/)\.[^/]+\.part$/

/** The names of the snapshots of a target, oldest first. */
export async function listSnapshots(target: Storage): Promise<string[]> {
  const names: string[] = []
  for (const name of await target.listFolders())
    if (folderPattern.test(name) && (await target.size(manifestOf(name)).catch(ifMissing)) !== null) names.push(name)
  return names.sort()
}

/** Why a backup cannot be restored; the browser has a text for each. */
export type BackupFault =
  | 'not_there'
  | 'unreadable'
  | 'changed'
  | 'no_secret'
  | 'wrong_secret'
  | 'newer'
  | 'damaged'
  | 'no_room'
  | 'in_use'
  | 'under_way'

/** A backup that cannot be used, with a sentence for the person at the terminal. `details` names damaged parts. */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly fault: BackupFault
  readonly details: string[]

  constructor(fault: BackupFault, message: string, details: string[] = []) {
    super(message)
    this.fault = fault
    this.details = details
  }
}

/** @throws BackupError naming the snapshot, where it is missing, was changed, or is of an unknown format */
export async function readManifest(target: Storage, name: string): Promise<Manifest> {
  const [text, signature] = await Promise.all([
    target.read(manifestOf(name)).catch(ifMissing),
    target.read(signatureOf(name)).catch(ifMissing),
  ])
  if (!text) throw new BackupError('not_there', `There is no backup ${name} here.`)
  const parsed = Manifest.safeParse(asJson(text))
  if (!parsed.success)
    throw new BackupError('unreadable', `The backup ${name} cannot be read: its manifest is damaged or too new.`)
  const isSigned = signature
    ? verifySignature(null, text, parsed.data.public_key, Buffer.from(signature.toString(), 'base64url'))
    : false
  if (!isSigned)
    throw new BackupError('changed', `The backup ${name} was changed after it was made: its signature does not fit.`)
  return parsed.data
}

function asJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

/** The files that a snapshot lists, one after the other. */
export async function* listFiles(target: Storage, { files }: Manifest): AsyncGenerator<StoredFile> {
  let rest = ''
  const lines = (await target.open(files.path)).pipe(createZstdDecompress()).setEncoding('utf8')
  for await (const text of lines) {
    const [...whole] = `${rest}${text}`.split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) yield StoredFile.parse(JSON.parse(line))
  }
}

/** Counts bytes and hashes them while they pass. */
export class Fingerprint {
  readonly #hash = createHash('sha256')
  #bytes = 0

  async *pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      this.#hash.update(piece)
      this.#bytes += piece.length
      yield piece
    }
  }

  get bytes(): number {
    return this.#bytes
  }

  /** SHA-256 over what passed, hex. Asked once, at the end. */
  digest(): string {
    return this.#hash.digest('hex')
  }
}

/**
 * The parts of a snapshot that are damaged or missing, each with its fault; none where it is whole. `onPart` hears of
 * each part that it looks at.
 */
export async function findDamage(target: Storage, manifest: Manifest, onPart?: () => void): Promise<string[]> {
  const damage: string[] = []
  const check = async (name: string, { path, bytes, sha256 }: Part) => {
    onPart?.()
    const content = await target.open(path).catch(ifMissing)
    if (!content) return damage.push(`${name}: missing`)
    const found = await fingerprintOf(content)
    if (found.bytes !== bytes) damage.push(`${name}: ${found.bytes} bytes instead of ${bytes}`)
    else if (found.digest() !== sha256) damage.push(`${name}: its content was changed`)
  }
  for (const table of manifest.tables) await check(`table ${table.table}`, table)
  const before = damage.length
  await check('list of files', manifest.files)
  if (damage.length > before) return damage
  for await (const file of listFiles(target, manifest))
    await check(`file ${file.path}`, { ...file, path: contentOf(file) })
  return damage
}

async function fingerprintOf(content: Readable): Promise<Fingerprint> {
  const fingerprint = new Fingerprint()
  for await (const _ of fingerprint.pass(content));
  return fingerprint
}
