/**
 * Faults that strike while the form is filled in. After each, what was typed is there: only a kill may cost the last
 * keystroke.
 */
import type { Chance } from './chance.ts'
import type { Edit, Phone } from './phone.ts'

type Strike = (me: Phone, edit: Edit, chance: Chance) => Promise<void>

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Types, and makes the draft go to the server at once, where the fault lies in wait. */
const onTheWay =
  (kind: 'lost' | 'refused'): Strike =>
  async (me, edit, chance) => {
    const struck = me.network.strike({ pass: chance.below(2), kind })
    await edit.does(me.page)
    await me.hurry()
    await Promise.race([struck, pause(400)])
    me.network.calm()
    await edit.isThere(me.page)
  }

export const whileFilling = {
  async killed(me, edit, chance) {
    await edit.does(me.page)
    await pause(chance.below(60))
    await me.kill()
    me.page = await me.newTab()
    // A kill within a moment of the keystroke may cost that one; the person sees it and types again.
    await me.isOpen()
    await edit.isThere(me.page, 1_000).catch(() => edit.does(me.page))
    await edit.isThere(me.page)
  },
  async browserKilled(me, edit, chance) {
    await edit.does(me.page)
    await pause(chance.below(120))
    await me.killBrowser()
    await me.isOpen()
    await edit.isThere(me.page, 1_000).catch(() => edit.does(me.page))
    await edit.isThere(me.page)
  },
  async offline(me, edit, chance) {
    await me.device.setOffline(true)
    await edit.does(me.page)
    if (chance.below(2) === 0) await me.openForm()
    await edit.isThere(me.page)
    await me.device.setOffline(false)
  },
  lost: onTheWay('lost'),
  refused: onTheWay('refused'),
  async full(me, edit) {
    await me.fillSpace()
    await edit.does(me.page)
    await me.page.getByText('This phone is full').waitFor()
    await me.freeSpace()
    // The next keystroke brings both; without one it is tried again by itself.
    const elsewhere = edit.note === 'seen' ? 'ill' : 'seen'
    await me.note(elsewhere, `${me.typed[elsewhere]}.`).does(me.page)
    await me.page.getByText('This phone is full').waitFor({ state: 'hidden' })
    await edit.isThere(me.page)
  },
  async quota(me, edit) {
    const free = await me.fillQuota()
    await edit.does(me.page)
    // Small writes find room that the browser had set aside; larger ones are refused, and that is said.
    await Promise.race([
      me.page
        .getByText('This phone is full')
        .waitFor()
        .catch(() => undefined),
      pause(1_500),
    ])
    await free()
    // Without a further key it is tried again by itself.
    await me.page.getByText('This phone is full').waitFor({ state: 'hidden' })
    await edit.isThere(me.page)
  },
  async cleared(me, edit, chance) {
    const before = chance.below(2) === 0
    if (before) await edit.does(me.page)
    await me.clearDatabases()
    if (!before) await edit.does(me.page)
    await edit.isThere(me.page)
  },
  async twoTabs(me, edit, chance) {
    const other = await me.newTab()
    await edit.does(chance.below(2) === 0 ? other : me.page)
    await edit.isThere(other)
    await edit.isThere(me.page)
    const [stays, goes] = chance.below(2) === 0 ? [other, me.page] : [me.page, other]
    await goes.close({ runBeforeUnload: false })
    me.page = stays
  },
  async loggedOut(me, edit) {
    await edit.does(me.page)
    await me.signOut()
    await me.signIn()
    await me.openForm()
    await edit.isThere(me.page)
  },
  async updated(me, edit) {
    await edit.does(me.page)
    await me.update()
    await edit.isThere(me.page)
  },
} satisfies Record<string, Strike>

export type FaultName = keyof typeof whileFilling
