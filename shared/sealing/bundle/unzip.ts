/**
 * Reads the ZIPs that tend writes (`server/lib/files/zip.ts`), and others below 4 GB. Of those of tend each byte
 * between the files is compared with what it writes there.
 */
import { endOf, followed, headerOf, recordOf, trailerOf, utf8, type ZipRow, zipSigns } from '../../lib/zipHeaders.ts'

const ends = { record: 22, maxCommentLength: 65_535 }
/** Bound of an unpacked file; tend writes no larger one. */
const maxUnpacked = 256 * 1024 * 1024

type Fault = { fault: 'zip' | 'zipList'; path: string }
type Unzipped = {
  files: Map<string, { size: number; read(): Promise<Uint8Array<ArrayBuffer>> }>
  /** What differs around the files; none for a ZIP of another program. */
  faults: Fault[]
}

/** Throws for an invalid or truncated ZIP. */
export async function unzip(zip: Blob): Promise<Unzipped> {
  const listed = await fromList(zip).catch(() => null)
  // Where only the list is damaged, the entries say themselves what they are.
  const rows = listed ?? (await fromEntries(zip))
  const { faults, isOurs } = await around(zip, rows)
  const files: Unzipped['files'] = new Map()
  for (const row of rows) {
    const path = pathOf(row)
    if (!path.endsWith('/')) files.set(path, { size: row.size, read: () => contentOf(zip, row, isOurs) })
  }
  return { files, faults: isOurs ? faults : [] }
}

const pathOf = ({ name }: ZipRow) => new TextDecoder().decode(name)

/** The entries as the list at the end has them. */
async function fromList(zip: Blob): Promise<ZipRow[]> {
  const tail = await view(zip, Math.max(0, zip.size - ends.record - ends.maxCommentLength), zip.size)
  let end = tail.byteLength - ends.record
  while (end >= 0 && tail.getUint32(end, true) !== zipSigns.end) end--
  if (end < 0) throw new Error('The ZIP has no end.')
  const [size, from] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  const list = await view(zip, from, from + size)
  const rows: ZipRow[] = []
  for (let place = 0; place < list.byteLength; ) {
    if (list.getUint32(place, true) !== zipSigns.entry) throw new Error('The list of the ZIP is broken.')
    const short = (offset: number) => list.getUint16(place + offset, true)
    const long = (offset: number) => list.getUint32(place + offset, true)
    rows.push({
      name: new Uint8Array(list.buffer as ArrayBuffer, place + 46, short(28)),
      ...{ flags: short(8), method: short(10), time: long(12), crc: long(16) },
      ...{ packed: long(20), size: long(24), at: long(42) },
    })
    place += 46 + short(28) + short(30) + short(32)
  }
  return rows
}

/** The same from the entries, one after the other. Throws where these are not followed by a list of their length. */
async function fromEntries(zip: Blob): Promise<ZipRow[]> {
  const rows: ZipRow[] = []
  let at = 0
  for (;;) {
    const header = await view(zip, at, at + 30)
    if (header.byteLength < 30 || header.getUint32(0, true) !== zipSigns.local) break
    const long = (offset: number) => header.getUint32(offset, true)
    const [flags, method] = [header.getUint16(6, true), header.getUint16(8, true)]
    if (flags !== utf8) break
    const length = header.getUint16(26, true)
    const name = new Uint8Array(await zip.slice(at + 30, at + 30 + length).arrayBuffer())
    rows.push({ name, flags, method, time: long(10), crc: long(14), packed: long(18), size: long(22), at })
    at += 30 + length + long(18)
  }
  const list = rows.reduce((sum, row) => sum + recordOf(row).length, 0)
  if (rows.length === 0 || at + list + endOf(rows.length, at, list).length !== zip.size)
    throw new Error('The ZIP has no list.')
  return rows
}

/**
 * What differs around the entries from what tend writes there. A ZIP of another program, of which most entries are
 * written otherwise, proves its files as well.
 */
async function around(zip: Blob, rows: ZipRow[]): Promise<{ faults: Fault[]; isOurs: boolean }> {
  const faults: Fault[] = []
  let begins = 0
  for (const row of rows) {
    const header = headerOf(row)
    const content = row.at + header.length
    const trailer = row.flags === followed ? trailerOf(row) : new Uint8Array()
    const after = content + row.packed
    const isSame =
      row.at === begins && (await has(zip, row.at, header)) && (await has(zip, after, trailer)) && isKnown(row)
    if (!isSame) faults.push({ fault: 'zip', path: pathOf(row) })
    begins = after + trailer.length
  }
  const isOurs = faults.length <= rows.length / 2
  const list = new Blob(rows.map(recordOf))
  const end = endOf(rows.length, begins, list.size)
  const last = new Uint8Array(await new Blob([list, end]).arrayBuffer())
  if (begins + last.length !== zip.size || !(await has(zip, begins, last)))
    faults.push({ fault: 'zipList', path: 'ZIP' })
  return { faults, isOurs }
}

/** Content that is not packed has equal sizes before and after. */
const isKnown = ({ method, flags, packed, size }: ZipRow) =>
  method === 0 ? flags === utf8 && packed === size : flags === followed

async function has(zip: Blob, at: number, wanted: Uint8Array): Promise<boolean> {
  const found = new Uint8Array(await zip.slice(at, at + wanted.length).arrayBuffer())
  return found.length === wanted.length && wanted.every((byte, index) => byte === found[index])
}

async function contentOf(zip: Blob, row: ZipRow, isOurs: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const begins = isOurs ? row.at + 30 + row.name.length : await beginOf(zip, row)
  const content = zip.slice(begins, begins + row.packed)
  return row.method === 0 ? new Uint8Array(await content.arrayBuffer()) : inflated(content)
}

/** Other programs write more between a name and its content. */
async function beginOf(zip: Blob, { at }: ZipRow): Promise<number> {
  const header = await view(zip, at, at + 30)
  if (header.getUint32(0, true) !== zipSigns.local) throw new Error('An entry of the ZIP is not where it should be.')
  return at + 30 + header.getUint16(26, true) + header.getUint16(28, true)
}

/** Unpacks at most `maxUnpacked` bytes, even where the entry claims another size. */
async function inflated(content: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue
    size += value.byteLength
    if (size > maxUnpacked) throw new Error('An entry of the ZIP is too large.')
    parts.push(new Uint8Array(value))
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

const view = async (zip: Blob, from: number, to: number) => new DataView(await zip.slice(from, to).arrayBuffer())
