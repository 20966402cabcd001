/**
 * A backup as one file: a tar of its folder, as browsers send it (web/auth/restore/archive.ts) and any `tar` makes it.
 * Nothing is unpacked: parts are read from where they lie in the file.
 */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '../files/storage.ts'
import { BackupError, snapshotPattern } from './snapshot.ts'

const block = 512
/** Names that are longer than a header has room for come in a block of their own; these are no real names any more. */
const maxNameLength = 64 * 1024
/** More than any installation has files: the index of a million takes some 200 MB. */
const maxEntries = 2_000_000

type Entry = { start: number; size: number }

/**
 * Reads a tar as the target that it was made of, at whichever depth of folders that lies in it.
 * @throws BackupError where the file is no tar, or ends in the middle of a part
 */
export async function archiveStorage(path: string): Promise<Storage> {
  const { mtime } = await stat(path)
  const entries = await indexOf(path)
  const find = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw Object.assign(new Error(`${name} is not in ${path}`), { code: 'ENOENT' })
    return entry
  }
  const openPart = async (name: string, range?: { start: number; end: number }): Promise<Readable> => {
    const { start, size } = find(name)
    const [from, to] = range ? [range.start, Math.min(range.end, size - 1)] : [0, size - 1]
    return createReadStream(path, { start: start + from, end: start + to })
  }
  const refuse = async () => {
    throw new Error('An archive is only read.')
  }
  return {
    folder: path,
    write: refuse,
    writeAll: refuse,
    remove: refuse,
    removeFolder: refuse,
    open: openPart,
    read: async name => (find(name).size === 0 ? Buffer.alloc(0) : buffer(await openPart(name))),
    size: async name => find(name).size,
    list: async function* (below) {
      for (const [path, { size }] of entries)
        if (below === undefined || path.startsWith(`${below}/`))
          yield { path, size: async () => size, writtenAt: async () => mtime }
    },
    listFolders: async () => [
      ...new Set([...entries.keys()].flatMap(path => (path.includes('/') ? path.split('/', 1) : []))),
    ],
  }
}

/** Where each file lies, by its path below the folder that holds the snapshots. */
async function indexOf(path: string): Promise<Map<string, Entry>> {
  const file = await open(path)
  try {
    const { size: end } = await file.stat()
    const found = new Map<string, Entry>()
    const read = async (at: number, length: number) => {
      const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      if (bytesRead < length) throw new BackupError('unreadable', `${path} ends in the middle of a file.`)
      return bytes
    }
    let given: { path?: string; size?: number } = {}
    for (let at = 0; at + block <= end; ) {
      const header = await read(at, block)
      if (header.every(byte => byte === 0)) break
      if (!isHeader(header)) throw new BackupError('unreadable', `${path} is no archive that tar made.`)
      const type = header.toString('latin1', 156, 157)
      const size = given.size ?? numberIn(header, 124, 12)
      const start = at + block
      at = start + Math.ceil(size / block) * block
      if (type === 'x' || type === 'L') {
        const text = (await read(start, Math.min(size, maxNameLength))).toString()
        given = type === 'L' ? { ...given, path: text.replace(/\0.*$/s, '') } : { ...given, ...recordsOf(text) }
        continue
      }
      if (start + size > end) throw new BackupError('unreadable', `${path} ends in the middle of a file.`)
      if (type === '0' || type === '\0') found.set(clean(given.path ?? nameIn(header)), { start, size })
      if (found.size > maxEntries) throw new BackupError('unreadable', `${path} holds too many files.`)
      given = {}
    }
    return belowSnapshots(found)
  } finally {
    await file.close()
  }
}

/** Whether the sum of a header's bytes is the one it states, with which its own place counts as spaces. */
function isHeader(header: Buffer): boolean {
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
  return sum === numberIn(header, 148, 8)
}

/** Octal digits, or binary where the first bit says so. */
function numberIn(header: Buffer, at: number, length: number): number {
  if ((header[at] ?? 0) & 0x80) return Number(header.readBigUInt64BE(at + length - 8))
  return Number.parseInt(textIn(header, at, length).trim() || '0', 8)
}

const textIn = (header: Buffer, at: number, length: number) =>
  header.toString('utf8', at, at + length).replace(/\0.*$/s, '')

function nameIn(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? textIn(header, 345, 155) : ''
  return `${prefix ? `${prefix}/` : ''}${textIn(header, 0, 100)}`
}

/** Path and size of an extended header, whose records state their own length: `27 path=backups/files\n`. */
function recordsOf(text: string): { path?: string; size?: number } {
  const [, path] = /^\d+ path=(.*)$/m.exec(text) ?? []
  const [, size] = /^\d+ size=(\d+)$/m.exec(text) ?? []
  return { ...(path && { path }), ...(size && { size: Number(size) }) }
}

const clean = (path: string) => path.replace(/^(\.?\/)+/, '')

function belowSnapshots(found: Map<string, Entry>): Map<string, Entry> {
  const manifest = [...found.keys()].find(path => snapshotPattern.test(path.split('/').slice(-2).join('/')))
  const folder = manifest?.split('/').slice(0, -2).join('/')
  if (!folder) return found
  const inside = [...found].filter(([path]) => path.startsWith(`${folder}/`))
  return new Map(inside.map(([path, entry]) => [path.slice(folder.length + 1), entry]))
}
