/** Puts the ZIP of `export.ts` together, in a thread: piece by piece into a file, so that its size does not matter. */
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { type S3Settings, storageAt } from '../lib/files/s3Storage.ts'
import { ifMissing } from '../lib/files/storage.ts'

/**
 * Lines of `from` are a table and a row of it, those of one table together; `paths` are those of the store at `folder`.
 */
export type ToExport = { from: string; paths: string[]; folder: string; s3: S3Settings | undefined; into: string }

const secretColumns = /hash|sealed|secret|token/

export default async function exportPerson({ from, paths, folder, s3, into }: ToExport): Promise<void> {
  const file = openSync(into, 'wx', 0o600)
  try {
    let failure: Error | null = null
    const zip = new Zip((error, chunk) => {
      failure ??= error
      if (!error) writeSync(file, chunk)
    })
    const data = new ZipDeflate('data.json', { level: 6 })
    zip.add(data)
    for await (const piece of textOf(from)) data.push(strToU8(piece))
    data.push(new Uint8Array(), true)
    const storage = storageAt(folder, s3)
    for (const path of new Set(paths)) {
      const content = await storage.read(path).catch(ifMissing)
      if (!content) continue
      // Pictures are compressed already.
      const entry = new ZipPassThrough(`files/${path}`)
      zip.add(entry)
      entry.push(content, true)
    }
    zip.end()
    if (failure) throw failure
  } finally {
    closeSync(file)
  }
}

/** The rows by table, as JSON, piece by piece. A row that names the person twice is there once. */
async function* textOf(from: string): AsyncGenerator<string> {
  let [table, seen] = ['', new Set<string>()]
  for await (const line of createInterface({ input: createReadStream(from), crlfDelay: Number.POSITIVE_INFINITY })) {
    const [of, row] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]
    if (of !== table) {
      yield `${table ? '\n  ],' : '{'}\n  ${JSON.stringify(of)}: [`
      table = of
      seen = new Set()
    }
    if (seen.has(row)) continue
    yield `${seen.size > 0 ? ',' : ''}\n    ${JSON.stringify(withoutSecrets(JSON.parse(row)))}`
    seen.add(row)
  }
  yield '\n  ]\n}\n'
}

const withoutSecrets = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !secretColumns.test(name)))
