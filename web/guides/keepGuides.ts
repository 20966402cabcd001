import type { GuideContent } from '#shared/guides/contract.ts'
import { isFilm, storedPathsIn } from '#shared/guides/guideText.ts'
import { api } from '../api.ts'
import { queryClient } from '../lib/queryClient.ts'
import { cacheResponse, findCachedResponse } from '../lib/responseCache.ts'
import { dueGuides } from './DueGuides.tsx'

/** Guides on a device for work without a network: those that must be read first. */
const most = 50

/**
 * Brings the guides that this person may read onto the device, one after the other, with their pictures and files; the
 * list as the page asks for it too.
 */
export async function keepGuides(userId: number): Promise<void> {
  await queryClient.fetchQuery(api.guides.list.query({}))
  await queryClient.fetchQuery(dueGuides)
  const { data } = await queryClient.fetchQuery(api.guides.list.query({ per_page: most }))
  const contents: GuideContent[] = []
  for (const { id } of data) {
    const { published } = await queryClient.fetchQuery(api.guides.get.query({ id }))
    if (published) contents.push(published.content)
  }
  await keepFiles(userId, contents)
}

/** Bounds of the guides' files on a device: their number, the size of each, and of all. Without videos. */
const maxFiles = 60
const largest = 5 * 1024 * 1024
const maxBytes = 40 * 1024 * 1024

type KeptFile = { bytes: ArrayBuffer; type: string }

const keyOf = (path: string) => `guide-file ${path}`

/** A picture or file of a guide that is on this device. */
export async function findFile(userId: number, path: string): Promise<KeptFile | undefined> {
  const copy = await findCachedResponse(userId, keyOf(path))
  return copy?.bytes && { bytes: copy.bytes, type: (copy.data as { type: string }).type }
}

/**
 * Brings the pictures and files of guides onto this device, those of the first guides first, unless they are there
 * already.
 */
async function keepFiles(userId: number, contents: GuideContent[]): Promise<void> {
  const paths = contents.flatMap(({ body }) => Object.values(body).flatMap(pathsIn))
  let size = 0
  for (const path of [...new Set(paths)].slice(0, maxFiles)) {
    const kept = await findFile(userId, path)
    size += kept ? kept.bytes.byteLength : await fetchFile(userId, path, Math.min(largest, maxBytes - size))
    if (size >= maxBytes) return
  }
}

const pathsIn = (text: string): string[] => storedPathsIn(text).filter(path => !isFilm(path))

/** How many bytes were kept: none of what is larger than `most`. */
async function fetchFile(userId: number, path: string, most: number): Promise<number> {
  const response = await fetch(`/storage/${path}`)
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > most) return 0
  const content = await response.blob()
  if (content.size > most) return 0
  await cacheResponse(userId, keyOf(path), { type: content.type }, await content.arrayBuffer())
  return content.size
}
