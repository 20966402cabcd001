/**
 * PostgreSQL's log (write-ahead log) beside the backups, and the copies of its data folder to which the log is applied
 * (docs/decisions/0110):
 *
 *   <time>/base.tar.zst        the data folder, copied while people work, beside the snapshot of that time
 *   <time>/base.json           a description of that copy; written last
 *   log/<archive>/<timeline>-<from>-<to>.zst   the bytes of the log between two positions, hex
 *
 * An archive is the log of one data folder: a database that was restored begins another, so no two mix.
 */
import { z } from 'zod'
import { ifMissing, type Storage } from '../files/storage.ts'
import { snapshotPattern } from './snapshot.ts'

/** A position in the log. The server writes it as two halves in hex. */
export type Position = bigint

export const Base = z.object({
  format: z.literal(1),
  archive: z.string().regex(/^[0-9a-f]{12}$/),
  /** When it was begun and when it was whole: the moments after that can be restored with it. */
  begun_at: z.iso.datetime(),
  whole_at: z.iso.datetime(),
  /** Positions where applying the log begins, and from which on the copy is whole. */
  from: z.string(),
  to: z.string(),
  segment_size: z.number().int(),
  /** The file `backup_label`, by which PostgreSQL knows where to begin. */
  label: z.string(),
  postgres: z.string(),
  /** Data folders are of a kind of machine. */
  platform: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  key: z.string().optional(),
})
export type Base = z.infer<typeof Base>

export const baseOf = (name: string) => `${name}/base.json`
export const baseContentOf = (name: string) => `${name}/base.tar.zst`
export const platform = `${process.platform}-${process.arch}`

export type Piece = { path: string; archive: string; timeline: string; from: Position; to: Position; key?: string }

const digits = (position: Position) => position.toString(16).padStart(16, '0').toUpperCase()
export const logFolder = 'log/'
const piecePattern = /^log\/([0-9a-f]{12})\/([0-9A-F]{8})-([0-9A-F]{16})-([0-9A-F]{16})\.zst(?:\.([0-9a-f]{16})\.age)?$/

export const pieceOf = ({ archive, timeline, from, to, key }: Omit<Piece, 'path'>) =>
  `${logFolder}${archive}/${timeline}-${digits(from)}-${digits(to)}.zst${key ? `.${key}.age` : ''}`

/** The piece of a path; null for anything else. */
export function readPiece(path: string): Piece | null {
  const [, archive, timeline, from, to, key] = piecePattern.exec(path) ?? []
  if (!archive || !timeline) return null
  return { path, archive, timeline, from: BigInt(`0x${from}`), to: BigInt(`0x${to}`), ...(key && { key }) }
}

/** A position as the server writes it, `1/6B374D48`. */
export const textOf = (position: Position) =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffffffffn).toString(16).toUpperCase()}`

export function positionOf(text: string): Position {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const segmentStart = (position: Position, segmentSize: number) => position - (position % BigInt(segmentSize))

/** The name of the file in which the server keeps this part of its log. */
export function segmentName(timeline: string, position: Position, segmentSize: number): string {
  const number = position / BigInt(segmentSize)
  const each = 0x1_0000_0000n / BigInt(segmentSize)
  const half = (value: bigint) => value.toString(16).padStart(8, '0').toUpperCase()
  return `${timeline}${half(number / each)}${half(number % each)}`
}

/** The copy of a snapshot; null where it has none. */
export async function readBase(target: Storage, name: string): Promise<Base | null> {
  const text = await target.read(baseOf(name)).catch(ifMissing)
  return text && Base.parse(JSON.parse(text.toString()))
}

const basePattern = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\/base\.json$/

/** What a target holds for returning to a moment: names of snapshots with a copy, the pieces, and the stored files. */
export async function listLog(target: Storage) {
  const found = { bases: [] as string[], pieces: [] as Piece[], files: [] as string[], snapshots: [] as string[] }
  for await (const { path } of target.list()) {
    const [piece, base, snapshot] = [readPiece(path), basePattern.exec(path)?.[1], snapshotPattern.exec(path)?.[1]]
    if (piece) found.pieces.push(piece)
    else if (base) found.bases.push(base)
    else if (snapshot) found.snapshots.push(snapshot)
    else if (path.startsWith('files/')) found.files.push(path)
  }
  found.bases.sort()
  found.pieces.sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
  return found
}
