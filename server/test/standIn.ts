/** By which a tend sends to a receiving server on this machine in place of the names of its webhooks. */
import { readFile } from 'node:fs/promises'

export async function standInAt(port: number) {
  const ca = await readFile(new URL('./tls/cert.pem', import.meta.url))
  return { address: '127.0.0.1', ca, servername: 'localhost', portOf: () => port }
}
