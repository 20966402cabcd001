import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { PassPage } from '#shared/passes/passPage.ts'
import type { PassWritten } from '#shared/passes/passWriting.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import { newKey } from '../../../lib/attemptKey.ts'
import { send, visitorOptions } from '../../../lib/client.ts'
import { RequestError } from '../../../lib/requestError.ts'
import { unlessTaken } from '../../../lib/tabLock.ts'
import { askPass, isOver, type PassAddress, pathOf, withPhotos } from '../askPass.ts'
import { type About, type Entry, type Unsent, unsentOf } from './unsent.ts'

export type Writing = {
  isPreview: boolean
  /** The kinds of records that the pass shows. */
  kinds: PassKind[]
  /** What the server has; null until it is known. */
  written: PassWritten | null
  /** What waits on the device, the oldest first. */
  waiting: Entry[]
  unsent: Unsent | null
  /** The closing note is signed, here or on another device. */
  isClosed: boolean
  /** Keeps an entry on the device and sends it as soon as it can be. Throws where the device has no room. */
  write(call: Entry['call'], fields: object, more: { about: About; pictures: string[] }): Promise<void>
  discard(entry: Entry): Promise<void>
  /** Asks what has become of it by now. */
  look(): void
}

const WritingContext = createContext<Writing | null>(null)

/** What the inspector writes in the pass that is open. */
export function useWriting(): Writing {
  const writing = useContext(WritingContext)
  if (!writing) throw new Error('Nothing is written outside a pass.')
  return writing
}

const hasWaiting = async (unsent: Unsent) => (await unsent.entries()).some(({ refused }) => !refused)

type Props = { pass: PassPage; address: PassAddress; onClosed: (error: unknown) => void; children: ReactNode }

/** How often what waits is tried again while the page is open. */
const againMs = 30_000

export function WritingProvider({ pass: { is_preview: isPreview, kinds }, address, onClosed, children }: Props) {
  const [written, setWritten] = useState<PassWritten | null>(null)
  const [waiting, setWaiting] = useState<Entry[]>([])
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const photos = useRef(new Map<string, string>())

  const refresh = useEffectEvent(async (kept: Unsent) => {
    try {
      setWaiting(await kept.entries())
      if (!isPreview) await sendUnsent(address, kept)
      setWaiting(await kept.entries())
      // Each look is in the log, so it is taken when somebody looks, and not by the clock.
      const { data } = await askPass<{ data: PassWritten }>(address, '/written')
      setWritten(await withPhotos(address, data, photos.current))
    } catch (error) {
      if (isOver(error)) onClosed(error)
      // Without a network, or refused for now: what waits stays, and is tried again.
      else if (!(error instanceof RequestError)) throw error
    }
  })
  useEffect(() => {
    let isLeft = false
    const opening = unsentOf(address).then(kept => {
      if (isLeft) return null
      setUnsent(kept)
      void refresh(kept)
      return kept
    })
    const look = async () => {
      const kept = await opening
      if (kept && document.visibilityState === 'visible') await refresh(kept)
    }
    const sendAgain = async () => {
      const kept = await opening
      if (kept && (await hasWaiting(kept))) await refresh(kept)
    }
    const again = () => void look()
    const timer = setInterval(() => void sendAgain(), againMs)
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      isLeft = true
      clearInterval(timer)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [address])

  const writing: Writing = {
    ...{ isPreview, written, waiting, unsent, kinds: kinds.map(({ kind }) => kind) },
    look() {
      if (unsent) void refresh(unsent)
    },
    isClosed: written?.closing != null || waiting.some(({ call, refused }) => call === '/closing' && !refused),
    async write(call, fields, { about, pictures }) {
      if (!unsent) throw new Error('The device is not asked yet.')
      const body = { ...fields, uuid: newKey(), device_time: wallClock(new Date()) }
      await unsent.put({ call, body, about, pictures })
      void refresh(unsent)
    },
    async discard(entry) {
      await unsent?.remove(entry)
      if (unsent) setWaiting(await unsent.entries())
    },
  }
  return <WritingContext value={writing}>{children}</WritingContext>
}

/**
 * Sends until nothing is left, or until the network or the server takes no more; another tab that sends is left to it.
 * Throws the `RequestError` by which the pass is over.
 */
async function sendUnsent(pass: PassAddress, unsent: Unsent): Promise<void> {
  await unlessTaken(`unsent pass ${pass.id}`, () => sendAll(pass, unsent))
}

async function sendAll(pass: PassAddress, unsent: Unsent): Promise<void> {
  for (const entry of await unsent.entries()) {
    if (entry.refused) continue
    try {
      await sendEntry(pass, unsent, entry)
      await unsent.remove(entry)
    } catch (error) {
      if (!(error instanceof RequestError) || isOver(error)) throw error
      // What would be refused again stays, with the reason, until somebody discards it.
      if (error.isPassing || error.code === 'pin_required' || error.code === 'wrong_pin') return
      await unsent.put({ ...entry, refused: error.code })
    }
  }
}

async function sendEntry(pass: PassAddress, unsent: Unsent, { call, body, pictures }: Entry): Promise<void> {
  const options = visitorOptions(pass.pin)
  for (const uuid of pictures) {
    const picture = await unsent.picture(uuid)
    if (!picture) continue
    const form = new FormData()
    form.append('uuid', uuid)
    form.append('file', picture, 'photo')
    await send('POST', `${pathOf(pass)}/photo`, { ...options, body: form })
  }
  await send('POST', pathOf(pass) + call, { ...options, body })
}
