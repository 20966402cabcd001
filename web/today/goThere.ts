/** Opens what a card of another company names, in that company, and comes back from there to where the person was. */
import type { AnyRouter } from '@tanstack/react-router'
import { useQueue } from '../lib/offline/useQueue.ts'
import { homePath } from '../lib/session/entrance.ts'
import { currentUser, updateUser } from '../lib/session/session.ts'
import { tellProblem } from '../ui/toast.tsx'
import { keptWay, type Way } from './wayBack.ts'

/** Stops listening for the way back from an earlier card. */
let forgetWayBack = () => {}

/**
 * Lets this session go on in the company, at `href`. Opening Today from there, by the browser's way back or by that of
 * the page, comes back to the Today on which the card was. Opening anything else there stays in the company, as does
 * asking for that company's Today.
 */
export async function goThere(router: AnyRouter, companyId: number, href: string): Promise<void> {
  // A second tap on a slow network would lose where the first began.
  if (isGoing) return
  isGoing = true
  try {
    const { id: person, company_id: from } = currentUser() ?? {}
    forgetWayBack()
    await changeTo(companyId)
    if (href === homePath) return
    // After any change of the company its Today opens (`useCompanyChange`), and the page from there.
    await new Promise(resolve => setTimeout(resolve))
    if (person && from) listenForWayBack(router, { person, from, companyId, href })
    await router.navigate({ href })
  } finally {
    isGoing = false
  }
}

let isGoing = false

/** The outbox sends only work of the session's company, so what can be sent is sent before it changes. */
async function changeTo(companyId: number): Promise<void> {
  await Promise.race([useQueue.sendNow(), new Promise(resolve => setTimeout(resolve, sendingMs))])
  await updateUser({ company_id: companyId })
}

/** A person waits no longer than this for work that is being sent. */
const sendingMs = 3_000

/** The parts of the app to which the page leads; with any other, somebody stays. */
const partsOf = ({ href }: Way) => new Set([partOf(href), 'tasks', 'submission'])

/** Listens again after a reload there, unless somebody went elsewhere by it. */
export function resumeWayBack(router: AnyRouter): void {
  const way = keptWay.read()
  const user = currentUser()
  const { pathname } = location
  const isStill = user?.id === way?.person && user?.company_id === way?.companyId && pathname !== homePath
  if (way && isStill && partsOf(way).has(partOf(pathname))) listenForWayBack(router, way, true)
  else keptWay.remove()
}

function listenForWayBack(router: AnyRouter, way: Way, isResumed = false): void {
  const { from, companyId } = way
  const parts = partsOf(way)
  let isThere = isResumed
  forgetWayBack()
  keptWay.write(way)
  const leave = router.subscribe('onBeforeNavigate', ({ toLocation: { pathname } }) => {
    const isBack = pathname === homePath
    isThere ||= !isBack
    if (!isThere || (!isBack && parts.has(partOf(pathname)))) return
    if (!isBack || currentUser()?.company_id !== companyId) return stop()
    // Where it fails, the next try still leads back.
    changeTo(from).then(stop, tellProblem)
  })
  const stop = () => {
    leave()
    keptWay.remove()
  }
  forgetWayBack = stop
}

/** The first part of an address: `tasks` of `/tasks/7`. */
const partOf = (href: string) => href.split(/[/?]/)[1] ?? ''
