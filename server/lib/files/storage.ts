import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Actor } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Ability } from '#shared/lib/rules.ts'
import type { Database } from '../db/pools.ts'

/** The first and the last byte of a part of a file, both of them included. */
export type ByteRange = { start: number; end: number }

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
  /** All that lies there, what a crash left half written included. */
  list(): AsyncIterable<{ path: string; writtenAt: Date }>
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
    await mkdir(dirname(full), { recursive: true, mode: 0o700 })
    const part = join(dirname(full), `.${randomUUID()}.part`)
    try {
      await writeFile(part, content, { mode: 0o600, flush: true })
      await rename(part, full)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    return full
  }
  return {
    folder,
    write: async (path, content) => {
      await keep(path, content)
    },
    writeAll: async (path, pieces) => (await stat(await keep(path, pieces))).size,
    open: async (path, range) => {
      const content = createReadStream(locate(path), range)
      await once(content, 'open')
      return content
    },
    size: async path => (await stat(locate(path))).size,
    read: path => readFile(locate(path)),
    remove: path => rm(locate(path), { force: true }),
    removeFolder: path => rm(locate(path), { recursive: true, force: true }),
    list: () => filesBelow(root),
  }
}

async function* filesBelow(root: string): AsyncGenerator<{ path: string; writtenAt: Date }> {
  if (!existsSync(root)) return
  for await (const entry of await opendir(root, { recursive: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    // It may be removed while others are listed.
    const found = await stat(full).catch(() => undefined)
    if (found) yield { path: relative(root, full).split(sep).join('/'), writtenAt: found.mtime }
  }
}

type Reader = { db: Database; actor: Actor; ability: Ability }

/** Whether a reader may see a file that a feature's rows name, by the kind in `owned_by`. */
export type FileOwners = Record<string, (reader: Reader, file: { companyId: number; id: number }) => Promise<boolean>>
