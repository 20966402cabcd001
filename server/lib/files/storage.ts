import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Actor } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Ability } from '#shared/lib/rules.ts'
import type { Database } from '../db/pools.ts'

/** The first and the last byte of a part of a file, both of them included. */
export type ByteRange = { start: number; end: number }

/** A file of a listing. Its size and time are asked for alone: a folder has to look at each file for them. */
export type Listed = {
  path: string
  /** Throws where it was removed since, as the time does. */
  size(): Promise<number>
  writtenAt(): Promise<Date>
}

/**
 * Where uploaded files lie. Paths are made by the server and never come from a person. Each has a row in `files`: what
 * has none is removed after a week.
 */
export type Storage = {
  /** Its address: a folder, or s3://bucket/folder. For threads, which open it for themselves. */
  readonly folder: string
  write(path: string, content: Uint8Array): Promise<void>
  /** The same of what is made piece by piece, and may be larger than memory. Its size. */
  writeAll(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number>
  /** Throws where there is no such file. */
  read(path: string): Promise<Buffer>
  /** The same piece by piece, or of it the bytes from `start` to `end`, both included. */
  open(path: string, range?: ByteRange): Promise<Readable>
  /** How many bytes it has. Throws where there is no such file. */
  size(path: string): Promise<number>
  remove(path: string): Promise<void>
  /** Removes all that lies below a folder of it. */
  removeFolder(path: string): Promise<void>
  /** All that lies there, or below a folder of it, what a crash left half written included. */
  list(below?: string): AsyncIterable<Listed>
  /** The names of the folders at its top. */
  listFolders(): Promise<string[]>
}

/** Whether an address is in an S3 (s3Storage.ts) and no folder of this machine. */
export const isS3 = (address: string): boolean => address.startsWith('s3://')

/**
 * For `catch`: null for a file that is not there. One that cannot be read for another reason, such as a full table of
 * open files, is there.
 */
export function ifMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** The same where a missing file is a 404. */
export function missingIsNotFound(error: unknown): never {
  throw isMissing(error) ? new Problem('not_found') : error
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** A folder of this machine. A file appears whole or not at all. */
export function folderStorage(folder: string): Storage {
  const root = resolve(folder)
  const locate = (path: string) => {
    const full = resolve(root, path)
    if (!full.startsWith(root + sep)) throw new Error('A file path leads out of the store.')
    return full
  }
  const keep = async (path: string, content: Uint8Array | AsyncIterable<Uint8Array>) => {
    const full = locate(path)
    const part = join(dirname(full), `.${randomUUID()}.part`)
    const file = await openNew(part)
    try {
      await file.writeFile(content)
      await file.sync()
      await file.close()
      await rename(part, full)
    } catch (error) {
      await file.close().catch(() => {})
      await rm(part, { force: true })
      throw error
    }
  }
  const sizeOf = async (path: string) => (await stat(locate(path))).size
  return {
    folder,
    write: keep,
    writeAll: async (path, pieces) => {
      let bytes = 0
      const counted = async function* () {
        for await (const piece of pieces) {
          bytes += piece.length
          yield piece
        }
      }
      await keep(path, counted())
      return bytes
    },
    open: async (path, range) => {
      const content = createReadStream(locate(path), range)
      await once(content, 'open')
      return content
    },
    size: sizeOf,
    read: path => readFile(locate(path)),
    remove: path => rm(locate(path), { force: true }),
    removeFolder: path => rm(locate(path), { recursive: true, force: true }),
    list: async function* (below) {
      for await (const path of filesBelow(root, below))
        yield { path, size: () => sizeOf(path), writtenAt: async () => (await stat(locate(path))).mtime }
    },
    listFolders: async () => {
      const entries = (await readdir(root, { withFileTypes: true }).catch(ifNone)) ?? []
      return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
    },
  }
}

/** Opens a file that is not there yet. Its folder mostly is. */
async function openNew(path: string): Promise<FileHandle> {
  const first = await open(path, 'wx', 0o600).catch(ifNone)
  if (first) return first
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return open(path, 'wx', 0o600)
}

/** Entries of a folder that are read at once. */
const listedAtOnce = 1_000

async function* filesBelow(root: string, below = ''): AsyncGenerator<string> {
  const folders = [below]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // It may be removed while others are listed.
    const entries = await opendir(join(root, folder), { bufferSize: listedAtOnce }).catch(ifNone)
    for await (const entry of entries ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) yield path
    }
  }
}

/** For `catch`: null for a folder that is not there. A file in its place is a fault. */
function ifNone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

type Reader = { db: Database; actor: Actor; ability: Ability }

/** Whether a reader may see a file that a feature's rows name, by the kind in `owned_by`. */
export type FileOwners = Record<string, (reader: Reader, file: { companyId: number; id: number }) => Promise<boolean>>
