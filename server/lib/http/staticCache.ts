/**
 * The built app's scripts and styles from memory: a page fetches a hundred of them at once, and to find, open and
 * stream each costs five times as much as to send it. Their names say what they contain, so what was read once holds.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ifMissing } from '../files/storage.ts'

type Kept = { content: Buffer; encoding: string }

/** Larger files are rare and streamed. */
const maxOfFile = 150_000
const maxOfAll = 6_000_000

const types: Record<string, string> = { js: 'application/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }
const ofScripts = /^\/assets\/([\w-]+(?:\.[\w-]+)*\.(js|css))$/
/** As they lie beside each file after a build, the best first. */
const endings = { br: '.br', gzip: '.gz' }

/**
 * A hook that answers from memory and leaves all other files to the static route. Answers are compressed as the browser
 * accepts it, and immutable.
 */
export function answerFromMemory(folder: string) {
  const kept = new LRUCache<string, Kept>({ maxSize: maxOfAll, sizeCalculation: ({ content }) => content.length || 1 })

  async function find(name: string, encoding: string): Promise<Kept | undefined> {
    const path = `${name}${endings[encoding as keyof typeof endings] ?? ''}`
    const known = kept.get(path)
    if (known) return known
    const content = await readFile(join(folder, 'assets', path)).catch(ifMissing)
    if (!content || content.length > maxOfFile) return undefined
    const found = { content, encoding }
    kept.set(path, found)
    return found
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const [, name, ending = ''] = ofScripts.exec(request.url) ?? []
    if (!name || request.method !== 'GET' || request.headers.range) return undefined
    const encoding = Object.keys(endings).find(encoding => accepts(request.headers['accept-encoding'], encoding))
    if (!encoding) return undefined
    const found = await find(name, encoding)
    if (!found) return undefined
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .header('etag', `"${name}"`)
    if (request.headers['if-none-match'] === `"${name}"`) return reply.code(304).send()
    return reply
      .type(types[ending] ?? '')
      .header('content-encoding', found.encoding)
      .send(found.content)
  }
}

/** Whether a browser takes an encoding, as it says: `gzip, br;q=0.8`. */
function accepts(said: string | string[] | undefined, encoding: string): boolean {
  return String(said ?? '')
    .split(',')
    .map(part => part.split(';').map(word => word.trim()))
    .some(
      ([name, ...said]) => name === encoding && !said.some(word => /^q=/i.test(word) && !(Number(word.slice(2)) > 0)),
    )
}
