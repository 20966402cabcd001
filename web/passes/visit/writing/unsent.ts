/**
 * What an inspector has written and the server does not have yet, and what they are about to write. It stays on the
 * device until the server has answered or they discard it, also when the pass has ended.
 */
import type { PassKind } from '#shared/passes/rules.ts'
import { keysOf, type SealedCache, type Secret, sealedCache } from '../sealedCache.ts'

/** The record that something is about; null for the visit in general. */
export type About = { kind: PassKind; id: number; title: string } | null

/** Fields of a call of `passWriting` or `passRequestPages`, without its address. */
export type Body = { uuid: string; device_time: string; [field: string]: unknown }

export type Entry = {
  call: '/finding' | '/pick' | '/closing' | '/request' | '/request/again' | '/request/withdraw'
  body: Body
  /** Pictures that are sent before it. */
  pictures: string[]
  /** What it is about, to be shown. */
  about: About
  /** The code with which the server refused it for good. */
  refused?: string
}

/** Whether it asks for evidence, or has to do with that. */
export const isOfRequests = ({ call }: Pick<Entry, 'call'>): boolean => call.startsWith('/request')

export type Unsent = {
  /** The oldest first. */
  entries(): Promise<Entry[]>
  /** Throws where the device has no room. */
  put(entry: Entry): Promise<void>
  /** Removes an entry with its pictures. */
  remove(entry: Entry): Promise<void>
  draft(name: string): Promise<unknown>
  keepDraft(name: string, draft: unknown): Promise<void>
  picture(uuid: string): Promise<Blob | null>
  keepPicture(uuid: string, picture: Blob): Promise<void>
  dropPicture(uuid: string): Promise<void>
}

const nameOf = (id: string) => `unsent-pass-${id}`

/** Opens what waits of a pass. Without caches, as on plain http, it lives as long as the page. */
export async function unsentOf(secret: Secret): Promise<Unsent> {
  const cache = await sealedCache(nameOf(secret.id), secret).catch(() => inMemory(secret.id))
  const read = async (name: string) => {
    // What was written under another PIN is read under that.
    const content = await cache.read(name).catch(() => null)
    return content ? JSON.parse(new TextDecoder().decode(content)) : null
  }
  const write = (name: string, value: unknown) => cache.write(name, new TextEncoder().encode(JSON.stringify(value)))
  const dropPicture = (uuid: string) => cache.remove(`picture/${uuid}`)
  return {
    async entries() {
      const found = await cache.all('entry')
      const entries = found.map(content => JSON.parse(new TextDecoder().decode(content)) as Entry & { at: number })
      return entries.toSorted((one, other) => one.at - other.at)
    },
    put: entry => write(`entry/${entry.body.uuid}`, { at: Date.now(), ...entry }),
    async remove({ body, pictures }) {
      await cache.remove(`entry/${body.uuid}`)
      for (const uuid of pictures) await dropPicture(uuid)
    },
    draft: name => read(`draft/${name}`),
    keepDraft: (name, draft) => (draft === null ? cache.remove(`draft/${name}`) : write(`draft/${name}`, draft)),
    async picture(uuid) {
      const content = await cache.read(`picture/${uuid}`).catch(() => null)
      return content && new Blob([content])
    },
    async keepPicture(uuid, picture) {
      await cache.write(`picture/${uuid}`, new Uint8Array(await picture.arrayBuffer()))
    },
    dropPicture,
  }
}

const memories = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>()

function inMemory(id: string): SealedCache {
  const memory = memories.get(id) ?? new Map<string, Uint8Array<ArrayBuffer>>()
  memories.set(id, memory)
  return {
    read: async name => memory.get(name) ?? null,
    write: async (name, content) => void memory.set(name, content),
    remove: async name => void memory.delete(name),
    all: async group => [...memory].flatMap(([name, content]) => (name.startsWith(`${group}/`) ? [content] : [])),
  }
}

/** How many entries of a pass are not sent, whichever its PIN is. */
export async function countUnsent(id: string): Promise<number> {
  if (!('caches' in globalThis) || !(await caches.has(nameOf(id)))) return 0
  return (await keysOf(await caches.open(nameOf(id)), 'entry')).length
}

/** Drops everything that is not sent of a pass. */
export const discardUnsent = (id: string): Promise<boolean> => caches.delete(nameOf(id))
