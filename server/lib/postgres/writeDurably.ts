import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a small file so that after a crash it is there whole or not at all; readable by its owner only. */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Makes the names in a folder survive a power cut. Windows cannot open folders and needs no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
