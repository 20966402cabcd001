import { IconCheck, IconPlayerSkipForward } from '@tabler/icons-react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { SwipeRow } from './SwipeRow.tsx'

test('a row goes by where the finger was lifted, also when nothing was drawn since it moved', async () => {
  // Fingers that nobody has cannot be held.
  Element.prototype.setPointerCapture = () => undefined
  const [complete, skip] = [vi.fn(), vi.fn()]
  await show(
    <SwipeRow
      forwards={{ icon: IconCheck, text: 'Complete', status: 'ok', onSwipe: complete }}
      backwards={{ icon: IconPlayerSkipForward, text: 'Skip', status: 'attention', onSwipe: skip }}
    >
      <p style={{ width: 400 }}>Check the pens</p>
    </SwipeRow>,
  )
  const row = page.getByText('Check the pens').element()
  const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))
  /** All in one task: nothing is drawn before the finger is lifted. */
  async function swipe(...through: number[]) {
    const finger = (type: string, clientX: number) =>
      row.dispatchEvent(
        new PointerEvent(type, { pointerId: 1, clientX, pointerType: 'touch', isPrimary: true, bubbles: true }),
      )
    finger('pointerdown', 200)
    for (const x of through) finger('pointermove', x)
    finger('pointerup', through.at(-1) ?? 200)
    await drawn()
  }
  await swipe(230, 380)
  expect([complete, skip].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  await swipe(170, 20)
  expect([complete, skip].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  // Pulled back again it does nothing.
  await swipe(380, 210)
  await swipe()
  expect([complete, skip].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})
