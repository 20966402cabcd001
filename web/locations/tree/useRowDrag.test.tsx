import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { useRowDrag } from './useRowDrag.ts'

test('a row is dropped where the mouse was let go, also when nothing was drawn since it moved', async () => {
  // A mouse that nobody has cannot be held.
  Element.prototype.setPointerCapture = () => undefined
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
