/**
 * Backups that somebody chose in the browser, as one file to send: the folder becomes a tar, whose parts the browser
 * reads only when a piece of it is sent.
 */
const snapshotPattern = /^(?:.*\/)?(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\/manifest\.json$/
const block = 512

export type Chosen = {
  /** Names of backups in a folder, the newest first; of an archive they are known once it is sent. */
  names: string[]
  /** All that a backup needs, as one file. */
  archive: (name: string) => Blob
  /** Names the upload: the same for the same files, so that it continues. */
  idOf: (name: string) => string
}

/** A tar that somebody made of a folder of backups. */
export function chosenArchive(file: File): Chosen {
  return { names: [], archive: () => file, idOf: () => idOf([`${file.name} ${file.size} ${file.lastModified}`]) }
}

/** A folder of backups, at whichever depth it lies in the one that was chosen. */
export function chosenFolder(files: File[]): Chosen {
  const found = files.flatMap(file => {
    const [, name] = snapshotPattern.exec(file.webkitRelativePath) ?? []
    return name ? [{ name, root: file.webkitRelativePath.slice(0, -`${name}/manifest.json`.length) }] : []
  })
  const partsOf = (name: string) => {
    const root = found.find(one => one.name === name)?.root ?? ''
    return files
      .map(file => ({ file, path: file.webkitRelativePath.slice(root.length), root: file.webkitRelativePath }))
      .filter(({ root: full, path }) => full.startsWith(root) && isPart(path, name))
      .sort((one, other) => (one.path < other.path ? -1 : 1))
  }
  return {
    names: found
      .map(({ name }) => name)
      .sort()
      .reverse(),
    archive: name => tarOf(partsOf(name)),
    idOf: name => idOf(partsOf(name).map(({ path, file }) => `${path} ${file.size} ${file.lastModified}`)),
  }
}

const isPart = (path: string, name: string) => [`${name}/`, 'files/', 'keys/'].some(begin => path.startsWith(begin))

function tarOf(parts: { path: string; file: File }[]): Blob {
  const blocks = parts.flatMap(({ path, file }) => {
    const padding = (block - (file.size % block)) % block
    return [headerOf(path, file.size), file, new Uint8Array(padding)]
  })
  return new Blob([...blocks, new Uint8Array(2 * block)])
}

/** The header of a file in the form of POSIX (ustar), which has room for a path of 255 characters. */
function headerOf(path: string, size: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(block)
  const write = (text: string, at: number) => header.set(new TextEncoder().encode(text), at)
  const cut = path.length > 100 ? path.indexOf('/', path.length - 101) : -1
  write(path.slice(cut + 1), 0)
  if (cut > 0) write(path.slice(0, cut), 345)
  write('0000600\0', 100)
  write(size.toString(8).padStart(11, '0'), 124)
  write('00000000000\0', 136)
  write('0ustar\x0000', 156)
  write('        ', 148)
  const sum = header.reduce((all, byte) => all + byte, 0)
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** 32 hex digits by FNV-1a, because browsers hash properly only where the page is secure. */
function idOf(lines: string[]): string {
  const hashes = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b]
  for (const line of lines)
    for (let at = 0; at < line.length; at++)
      for (let of = 0; of < hashes.length; of++)
        hashes[of] = Math.imul((hashes[of] ?? 0) ^ line.charCodeAt(at), 0x01000193)
  return hashes.map(hash => (hash >>> 0).toString(16).padStart(8, '0')).join('')
}
