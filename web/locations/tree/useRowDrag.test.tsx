import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { useRowDrag } from './useRowDrag.ts'

// A mouse that nobody has cannot be held.
beforeEach(() => {
  Element.prototype.setPointerCapture = () => undefined
})

test('a row is dropped where the mouse was let go, also when nothing was drawn since it moved', async () => {
  const onDrop = vi.fn()
  function Rows() {
    const drag = useRowDrag(onDrop)
    return [1, 2].map(id => (
      <p key={id} data-place={id} {...drag.handle(id)}>
        Place {id}
      </p>
    ))
  }
  await show(<Rows />)
  const [one, two] = [page.getByText('Place 1').element(), page.getByText('Place 2').element()]
  const { x, y } = two.getBoundingClientRect()
  const drag = (type: string) =>
    one.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, button: 0, clientX: x + 5, clientY: y + 5, bubbles: true }),
    )
  drag('pointerdown')
  drag('pointermove')
  drag('pointerup')
  expect(onDrop.mock.calls).toEqual([[1, 2]])
  drag('pointerup')
  expect(onDrop).toHaveBeenCalledTimes(1)
})

/** Each of which the page would have scrolled in. */
async function frames(count: number): Promise<void> {
  for (let drawn = 0; drawn < count; drawn++) await new Promise(requestAnimationFrame)
}

test('held at the edge of the screen the page scrolls along, until the row is over what lies beyond it', async () => {
  const onDrop = vi.fn()
  function Rows() {
    const drag = useRowDrag(onDrop)
    return [1, 2].map(id => (
      <p key={id} data-place={id} style={{ height: id === 1 ? window.innerHeight + 400 : 400 }} {...drag.handle(id)}>
        Place {id}
      </p>
    ))
  }
  await show(<Rows />)
  window.scrollTo(0, 0)
  const one = page.getByText('Place 1').element()
  const at = (type: string, clientY: number) =>
    one.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientX: 20, clientY, bubbles: true }))
  at('pointerdown', 20)
  at('pointermove', window.innerHeight - 5)
  const [second] = document.querySelectorAll('[data-place="2"]')
  await expect.poll(() => second?.getBoundingClientRect().top ?? 0).toBeLessThan(window.innerHeight - 50)
  at('pointermove', window.innerHeight / 2)
  const stood = window.scrollY
  await frames(3)
  expect(window.scrollY).toBe(stood)
  at('pointermove', window.innerHeight - 5)
  at('pointerup', window.innerHeight - 5)
  expect(onDrop.mock.calls).toEqual([[1, 2]])
  const left = window.scrollY
  await frames(3)
  expect(window.scrollY).toBe(left)
})
