/**
 * Faults that strike while the completed form is sent: after some of its calls arrived, one is caught, and then it
 * happens. The call that completes it never gets through with its answer, so that there is something to send until the
 * last fault is over.
 */
import type { Chance } from './chance.ts'
import type { Fault } from './network.ts'
import type { Phone } from './phone.ts'
import type { FaultName } from './whileFilling.ts'

type Strike = (me: Phone, chance: Chance) => Promise<void>

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Sends until the fault strikes; the outbox may still be busy with the one before. */
async function caught(me: Phone, chance: Chance, kinds: Fault['kind'][]): Promise<void> {
  let isStruck = false
  const struck = me.network.strike({ pass: chance.below(4), kind: chance.pick(kinds) }).then(() => {
    isStruck = true
  })
  for (let tries = 0; !isStruck && tries < 100; tries++) {
    await me.hurry()
    await Promise.race([struck, pause(100)])
  }
  if (!isStruck) throw new Error('Nothing was sent')
}

const held: Fault['kind'][] = ['held before', 'held after']

export const whileSending: Record<FaultName, Strike> = {
  async killed(me, chance) {
    await caught(me, chance, held)
    await me.kill()
    me.network.calm()
    me.page = await me.newTab()
  },
  async browserKilled(me, chance) {
    await caught(me, chance, held)
    await me.killBrowser()
    me.network.calm()
  },
  async offline(me, chance) {
    await caught(me, chance, held)
    await me.device.setOffline(true)
    me.network.calm()
    if (chance.below(2) === 0) await me.openForm()
    await me.isSafe()
    await me.device.setOffline(false)
  },
  lost: (me, chance) => caught(me, chance, ['lost']),
  refused: (me, chance) => caught(me, chance, ['refused', 'cut']),
  async full(me, chance) {
    await caught(me, chance, held)
    await me.fillSpace()
    me.network.calm()
    await me.hurry()
    await pause(chance.below(200))
    await me.freeSpace()
  },
  async quota(me, chance) {
    await caught(me, chance, held)
    const free = await me.fillQuota()
    me.network.calm()
    await me.hurry()
    await pause(chance.below(200))
    await free()
  },
  async cleared(me) {
    await me.clearDatabases()
  },
  async twoTabs(me, chance) {
    await caught(me, chance, held)
    const other = await me.newTab()
    await other.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
    if (chance.below(2) === 0) await me.page.close({ runBeforeUnload: false })
    else await me.kill()
    me.network.calm()
    me.page = other.isClosed() ? await me.newTab() : other
  },
  async loggedOut(me, chance) {
    await caught(me, chance, held)
    await me.signOut()
    me.network.calm()
    await me.signIn()
    await me.openForm()
  },
  async updated(me, chance) {
    await caught(me, chance, held)
    me.network.calm()
    await me.update()
  },
}
