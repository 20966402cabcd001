/** Leads all names to a receiver on this machine. Apart, because a tend in a process of its own has no Vitest. */
import { readFile } from 'node:fs/promises'

export async function standInAt(port: number) {
  const ca = await readFile(new URL('./tls/cert.pem', import.meta.url))
  return { address: '127.0.0.1', ca, servername: 'localhost', portOf: () => port }
}
