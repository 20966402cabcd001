/** Opens what a card of another company names, in that company, and comes back from there to where the person was. */
import type { AnyRouter } from '@tanstack/react-router'
import { homePath } from '../lib/session/entrance.ts'
import { currentUser, updateUser } from '../lib/session/session.ts'
import { afterChange } from '../shell/company.ts'
import { tellProblem } from '../ui/toast.tsx'

/** Stops listening for the way back from an earlier card. */
let forgetWayBack = () => {}

/**
 * Lets this session go on in the company, at `href`. Opening Today from there, by the browser's way back or by that of
 * the page, comes back to the Today on which the card was. Opening anything else there stays in the company, as does
 * asking for that company's Today.
 */
export async function goThere(router: AnyRouter, companyId: number, href: string): Promise<void> {
  const from = currentUser()?.company_id
  await workIn(companyId, href)
  forgetWayBack()
  if (!from || href === homePath) return
  const parts = new Set([partOf(href), 'tasks', 'submission'])
  forgetWayBack = router.subscribe('onBeforeNavigate', ({ toLocation: { pathname } }) => {
    const isBack = pathname === homePath
    if (!isBack && parts.has(partOf(pathname))) return
    forgetWayBack()
    if (isBack && currentUser()?.company_id === companyId) workIn(from, homePath).catch(tellProblem)
  })
}

/** The first part of an address: `tasks` of `/tasks/7`. */
const partOf = (href: string) => href.split(/[/?]/)[1] ?? ''

/** Throws a `RequestError` where that cannot be, and nothing has changed. */
async function workIn(companyId: number, href: string): Promise<void> {
  afterChange.opens = href
  try {
    await updateUser({ company_id: companyId })
  } catch (error) {
    afterChange.opens = homePath
    throw error
  }
}
