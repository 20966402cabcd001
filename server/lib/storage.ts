import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'

/** Where uploaded files lie. Paths are made by the server and never come from a person. */
export type Storage = {
  write(path: string, content: Uint8Array): Promise<void>
  /** Throws where there is no such file. */
  read(path: string): Promise<Buffer>
  remove(path: string): Promise<void>
}

/** A folder of this machine. A file appears whole or not at all. */
export function folderStorage(folder: string): Storage {
  const root = resolve(folder)
  const locate = (path: string) => {
    const full = resolve(root, path)
    if (!full.startsWith(root + sep)) throw new Error('A file path leads out of the store.')
    return full
  }
  return {
    write: async (path, content) => {
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
    },
    read: path => readFile(locate(path)),
    remove: path => rm(locate(path), { force: true }),
  }
}
