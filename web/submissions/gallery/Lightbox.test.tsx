import i18n from 'i18next'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { Gallery, useGallery } from './Gallery.tsx'
import type { GalleryPhoto } from './Lightbox.tsx'

const src =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const photos: GalleryPhoto[] = ['Drinker', 'Gate', 'Ewe'].map(question => ({
  uuid: question,
  src,
  name: `${question}.jpg`,
  question: `How is the ${question}?`,
  facts: ['North barn', '23 Nov 2026, 10:42'],
  alt: `Photo of the ${question}`,
}))

function Thumb({ uuid }: { uuid: string }) {
  const open = useGallery()
  return (
    <button type="button" onClick={() => open?.(uuid)}>
      {uuid}
    </button>
  )
}

const showGallery = () =>
  show(
    <Gallery photos={() => photos}>
      {photos.map(({ uuid }) => (
        <Thumb key={uuid} uuid={uuid} />
      ))}
    </Gallery>,
  )

const box = page.getByRole('dialog', { name: 'Photos' })
const shows = (question: string) =>
  expect.element(box.getByRole('img', { name: `Photo of the ${question}` })).toBeVisible()

test('photos are walked through by keys, each with its question, place and time, and the keyboard comes back', async () => {
  await showGallery()
  await page.getByRole('button', { name: 'Gate' }).click()
  await shows('Gate')
  await expect.element(box.getByText('How is the Gate?')).toBeVisible()
  await expect.element(box.getByText('North barn')).toBeVisible()
  await expect.element(box.getByText('23 Nov 2026, 10:42')).toBeVisible()
  await expect.element(box.getByText('2 of 3')).toBeVisible()
  await expect.element(box.getByRole('link', { name: 'Save photo' })).toHaveAttribute('download', 'Gate.jpg')
  await expectAccessible()
  await userEvent.keyboard('{ArrowRight}')
  await shows('Ewe')
  await userEvent.keyboard('{ArrowRight}')
  await shows('Drinker')
  await userEvent.keyboard('{End}')
  await shows('Ewe')
  await userEvent.keyboard('{ArrowLeft}')
  await shows('Gate')
  await userEvent.keyboard('{Home}')
  await shows('Drinker')
  await box.getByRole('button', { name: 'Next photo' }).click()
  await shows('Gate')
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Gate' })).toHaveFocus()
})

const photo = () => box.getByRole('img', { name: /^Photo of the/ })

/** A finger on the photo. */
const finger = (type: string, pointerId: number, clientX: number, clientY = 200) =>
  photo()
    .element()
    .dispatchEvent(
      new PointerEvent(type, {
        pointerId,
        clientX,
        clientY,
        pointerType: 'touch',
        bubbles: true,
        isPrimary: pointerId === 1,
      }),
    )

test('a swipe draws the next one in, two fingers make it larger, and large it is moved and not left', async () => {
  // Fingers that nobody has cannot be held.
  Element.prototype.setPointerCapture = () => undefined
  await showGallery()
  await page.getByRole('button', { name: 'Gate' }).click()
  await shows('Gate')
  const swipe = (from: number, to: number) => {
    finger('pointerdown', 1, from)
    finger('pointermove', 1, to)
    finger('pointerup', 1, to)
  }
  swipe(300, 100)
  await shows('Ewe')
  swipe(100, 300)
  await shows('Gate')

  finger('pointerdown', 1, 150)
  finger('pointerdown', 2, 200)
  finger('pointermove', 2, 250)
  finger('pointerup', 2, 250)
  finger('pointerup', 1, 150)
  const scale = () => new DOMMatrix(getComputedStyle(photo().element()).transform).a
  await expect.poll(scale).toBeCloseTo(2)
  await shows('Gate')
  swipe(300, 100)
  await shows('Gate')
  await userEvent.keyboard('0')
  await expect.poll(scale).toBe(1)
  await box.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(scale).toBe(1.5)
  await box.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(scale).toBe(1)
})

test('in Arabic the next one lies to the left', async () => {
  await showGallery()
  await i18n.changeLanguage('ar')
  onTestFinished(async () => void (await i18n.changeLanguage('en')))
  await page.getByRole('button', { name: 'Gate' }).click()
  const arabic = page.getByRole('dialog')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(arabic.getByRole('img', { name: 'Photo of the Ewe' })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(arabic.getByRole('img', { name: 'Photo of the Drinker' })).toBeVisible()
})
