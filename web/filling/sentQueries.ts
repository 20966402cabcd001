/**
 * Copies of the person's latest submissions on this device, with score, verdict and receipt number, and the PDFs of the
 * very latest. They are in the encrypted response cache, which is emptied when the person signs out.
 */
import i18next from 'i18next'
import type { Submission } from '#shared/submissions/contract.ts'
import { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'
import { cachedKeys, cacheResponse, findCachedResponse, removeCachedResponses } from '../lib/responseCache.ts'

/** Bound of the offline list. */
export const maxSent = 50
/** Bound of PDFs on the device: the server draws each, and each takes room. */
export const maxPdfs = 10
/** In bytes, all of them together. One that does not fit is had with signal only. */
const maxBytes = 20_000_000

/** `isHere` says whether they are still the one who works on this device, and in this company. */
export type Who = { userId: number; companyId: number; isHere?: () => boolean }
/**
 * Which PDFs are kept, each for one state of its submission and in one language; of none in size are those that cannot
 * be.
 */
type Kept = Record<string, { revision: number; language: string; size: number }>
export type SentHere = { rows: Submission[]; keptAt: number; pdfs: Set<number> }

const listKey = ({ companyId }: Who) => `sent-submissions ${companyId}`
const noteKey = ({ companyId }: Who) => `sent-pdfs ${companyId}`
const pdfKey = (id: number | string) => `sent-pdf ${id}`

/** What this device has; undefined where nothing was kept yet. */
export async function findSent(who: Who): Promise<SentHere | undefined> {
  const list = await findCachedResponse(who.userId, listKey(who))
  if (!list) return undefined
  const rows = list.data as Submission[]
  const here = await cachedKeys(
    who.userId,
    rows.map(({ id }) => pdfKey(id)),
  )
  return { rows, keptAt: list.kept_at, pdfs: new Set(rows.map(({ id }) => id).filter(id => here.has(pdfKey(id)))) }
}

/** The PDF of one as it was kept; undefined where it is not here. */
export async function findSentPdf(userId: number, id: number): Promise<Blob | undefined> {
  const bytes = (await findCachedResponse(userId, pdfKey(id)))?.bytes
  return bytes && new Blob([bytes], { type: 'application/pdf' })
}

let running: Promise<void> | undefined
let isWantedAgain = false

/**
 * Brings them up to date, one call after the other and never twice at a time. What cannot be had now is had the next
 * time.
 */
export function keepSent(who: Who): Promise<void> {
  if (running) {
    isWantedAgain = true
    return running
  }
  running = fetchSent(who)
    .catch(cause => console.warn('What was sent is not on this device', cause))
    .finally(() => {
      running = undefined
      if (!isWantedAgain) return
      isWantedAgain = false
      void keepSent(who)
    })
  return running
}

/** Whether all of these are kept as they are, or older than all that is. */
export async function isKept(who: Who, seen: Submission[]): Promise<boolean> {
  const kept = (await findCachedResponse(who.userId, listKey(who)))?.data as Submission[] | undefined
  if (!kept) return false
  const oldest = kept.length < maxSent ? '' : (kept.at(-1)?.completed_at ?? '')
  return seen
    .filter(({ completed_at }) => completed_at !== null && completed_at >= oldest)
    .every(one => kept.some(({ id, revision }) => id === one.id && revision === one.revision))
}

async function fetchSent(who: Who): Promise<void> {
  const { data } = await api.submissions.list({
    ...{ status: 'complete', user_id: who.userId, sort: '-completed_at', per_page: maxSent },
  })
  if (isAway(who)) return
  await cacheResponse(who.userId, listKey(who), data)
  await keepPdfs(who, data.slice(0, maxPdfs))
}

async function keepPdfs(who: Who, latest: Submission[]): Promise<void> {
  const { userId } = who
  const before = ((await findCachedResponse(userId, noteKey(who)))?.data ?? {}) as Kept
  const old = Object.keys(before).filter(id => !latest.some(row => String(row.id) === id))
  await removeCachedResponses(userId, old.map(pdfKey))
  const here = await cachedKeys(
    userId,
    latest.map(({ id }) => pdfKey(id)),
  )
  const kept: Kept = {}
  for (const { id } of latest) {
    const known = before[id]
    if (known && (known.size === 0 || here.has(pdfKey(id)))) kept[id] = known
  }
  for (const { id, revision } of latest) {
    const { language } = i18next
    if (kept[id]?.revision === revision && kept[id].language === language) continue
    // Who pays for each megabyte says so to the browser.
    if (savesData() || isAway(who)) break
    const bytes = await draw(id)
    // Signed out in between: then nothing of it may stay here.
    if (isAway(who)) return
    delete kept[id]
    const others = Object.values(kept).reduce((sum, { size }) => sum + size, 0)
    const isFitting = bytes !== null && others + bytes.byteLength <= maxBytes
    if (isFitting) await cacheResponse(userId, pdfKey(id), { revision }, bytes)
    else await removeCachedResponses(userId, [pdfKey(id)])
    kept[id] = { revision, language, size: isFitting ? bytes.byteLength : 0 }
    // Noted at once: the app may be closed before the next one is here.
    await cacheResponse(userId, noteKey(who), kept)
  }
  if (!isAway(who)) await cacheResponse(userId, noteKey(who), kept)
}

/** Null for one that the server cannot draw, now or later. */
async function draw(id: number): Promise<ArrayBuffer | null> {
  try {
    return await (await api.submissions.pdf({ id })).arrayBuffer()
  } catch (error) {
    if (error instanceof RequestError && !error.isPassing) return null
    throw error
  }
}

const isAway = ({ isHere }: Who) => isHere?.() === false

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
