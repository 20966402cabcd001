/** Files of a bundle from any source: a ZIP, a folder, or single files. */
import { unzip } from './zip.ts'

/** Throws where the bytes cannot be read. */
export type BundleFile = { size: number; read(): Promise<Uint8Array<ArrayBuffer>> }
export type Files = Map<string, BundleFile>

/** Files that operating systems add to folders. */
const ofSystems = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$|^__MACOSX\//i

/** Returns paths as in the manifest, without the folder of the unpacked ZIP. Throws for an unreadable ZIP. */
export async function filesOf(picked: { path: string; file: Blob }[]): Promise<Files> {
  const [only] = picked
  if (picked.length === 1 && only && (await isZip(only.file))) return rooted(await unzip(only.file))
  return rooted(
    new Map(
      picked.map(({ path, file }) => [
        path,
        { size: file.size, read: async () => new Uint8Array(await file.arrayBuffer()) },
      ]),
    ),
  )
}

async function isZip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0x50 && second === 0x4b
}

function rooted(files: Files): Files {
  const manifest = [...files.keys()].filter(path => /(^|\/)manifest\.json$/.test(path)).sort(byLength)[0]
  const root = manifest?.slice(0, -'manifest.json'.length) ?? commonFolder([...files.keys()])
  return new Map(
    [...files]
      .filter(([path]) => !ofSystems.test(path))
      .map(([path, file]) => [path.startsWith(root) ? path.slice(root.length) : path, file]),
  )
}

const byLength = (one: string, other: string) => one.length - other.length

function commonFolder(paths: string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.indexOf('/') + 1)
  return paths.every(path => path.startsWith(folder)) ? folder : ''
}

/** Null for a missing or unreadable file, which is reported as its fault. */
export async function jsonOf<T>(files: Files, path: string): Promise<T | null> {
  const bytes = await files
    .get(path)
    ?.read()
    .catch(() => null)
  if (!bytes) return null
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T
  } catch {
    return null
  }
}
