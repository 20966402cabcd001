/** Folders as a tar file (ustar), so that other programs can unpack them too. Only what a PostgreSQL's folder needs. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ifMissing } from '../files/storage.ts'

const block = 512

/** An entry: `path` is where it lies, `name` what it is called; a folder has no bytes. */
type Entry = { name: string; path: string; isFolder: boolean }

/** All entries below a folder, those of which `isLeftOut` says so excepted; each folder before what it holds. */
export async function* entriesBelow(
  folder: string,
  prefix: string,
  isLeftOut: (name: string) => boolean,
): AsyncGenerator<Entry> {
  for await (const entry of await opendir(folder)) {
    const [path, name] = [join(folder, entry.name), `${prefix}${entry.name}`]
    if (isLeftOut(name) || !(entry.isDirectory() || entry.isFile())) continue
    yield { name, path, isFolder: entry.isDirectory() }
    if (entry.isDirectory()) yield* entriesBelow(path, `${name}/`, isLeftOut)
  }
}

/**
 * Packs entries while others write them: of each as many bytes as it had when it was reached, with zeros where it has
 * become shorter. What was removed until then is left out.
 */
export async function* pack(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { name, path, isFolder } of entries) {
    const size = isFolder ? 0 : (await stat(path).catch(ifMissing))?.size
    if (size === undefined) continue
    yield header(isFolder ? `${name}/` : name, size, isFolder)
    let left = size
    if (size > 0)
      for await (const piece of createReadStream(path, { end: size - 1 })) {
        left -= piece.length
        yield piece
      }
    for (left += (block - (size % block)) % block; left > 0; left -= block) yield Buffer.alloc(Math.min(left, block))
  }
  yield Buffer.alloc(2 * block)
}

function header(name: string, size: number, isFolder: boolean): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tar file.`)
  const made = Buffer.alloc(block)
  const octal = (value: number, at: number, digits: number) =>
    made.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  made.write(name, 0)
  octal(isFolder ? 0o700 : 0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(0, 136, 11)
  made.write(`        ${isFolder ? '5' : '0'}`, 148)
  made.write('ustar\x0000', 257, 'latin1')
  const sum = made.reduce((all, byte) => all + byte, 0)
  made.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return made
}

/** Unpacks what `pack` made into a folder that exists. */
export async function unpack(content: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const reader = new Reader(content)
  const root = resolve(folder)
  for (let head = await reader.take(block); head[0] !== 0; head = await reader.take(block)) {
    const name = head.toString('utf8', 0, head.indexOf(0))
    const size = Number.parseInt(head.toString('latin1', 124, 135), 8)
    const path = resolve(root, name)
    if (!path.startsWith(root + sep)) throw new Error(`${name} leads out of the folder.`)
    if (name.endsWith('/')) {
      await mkdir(path, { mode: 0o700 })
      continue
    }
    await pipeline(Readable.from(reader.pass(size)), createWriteStream(path, { mode: 0o600 }))
    await reader.take((block - (size % block)) % block)
  }
}

/** Takes as many bytes of a stream as are asked for. */
class Reader {
  readonly #pieces: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#pieces = content[Symbol.asyncIterator]()
  }

  async take(count: number): Promise<Buffer> {
    const taken: Buffer[] = []
    for await (const piece of this.pass(count)) taken.push(piece)
    return Buffer.concat(taken)
  }

  async *pass(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#pieces.next()
        if (done) throw new Error('The tar file ends too early.')
        this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      }
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}

/** Writes everything that was written to a file to the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  await handle.sync()
  await handle.close()
}
