/** Answers that the device makes: a code that its camera reads, and a signature that is drawn. */
import encodeQR from 'qr'
import { call } from '../apiCalls.ts'
import { expect, noScreen, phone, test } from '../people.ts'

const label = (en: string) => ({ en })

test('a code is read by the camera or typed, and a signature drawn', async ({ signIn }) => {
  const boss = await signIn('manager@greenfield.example', { ...phone, at: noScreen })
  const questions = [
    { type: 'barcode', id: 'tag', label: label('Which ear tag?'), required: true },
    { type: 'signature', id: 'signed', label: label('Who looked?'), required: true },
  ]
  const sections = [{ id: 'all', title: label('Tags'), questions }]
  const definition = { schema: 1, default_language: 'en', sections }
  const { id } = await call(boss, 'POST', '/form', { name: label('Tags'), definition })
  await call(boss, 'POST', `/form/${id}/publish`, {})
  // The lens looks at a sheet of paper with the code on it.
  const code = encodeQR('HU 12345 67890', 'svg', { scale: 8 })
  await boss.addInitScript(svg => {
    const paper = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const context = paper.getContext('2d')
    const picture = new Image()
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    const draw = () => {
      if (context) context.fillStyle = 'white'
      context?.fillRect(0, 0, 640, 480)
      context?.drawImage(picture, 120, 40, 400, 400)
      requestAnimationFrame(draw)
    }
    draw()
    const eyes = { isCovered: true }
    Object.assign(window, { eyes })
    Object.defineProperty(navigator, 'mediaDevices', {
      value: {
        getUserMedia: async () => {
          if (eyes.isCovered) throw new DOMException('Not now', 'NotAllowedError')
          return paper.captureStream(10)
        },
      },
    })
  }, code)

  await boss.goto(`/submission/filling/new?form=${id}`)
  const tag = boss.getByRole('textbox', { name: 'Which ear tag?' })
  const scan = boss.getByRole('button', { name: 'Scan' })
  await scan.tap()
  await expect(boss.getByRole('dialog')).toContainText('The camera is off')
  await boss.keyboard.press('Escape')
  await expect(boss.getByRole('dialog')).toHaveCount(0)
  await boss.evaluate('eyes.isCovered = false')
  await scan.tap()
  await expect(tag).toHaveValue('HU 12345 67890')
  await expect(boss.getByRole('dialog')).toHaveCount(0)

  const pad = boss.getByRole('img', { name: 'Sign here' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no place to sign')
  await boss.mouse.move(box.x + 20, box.y + 20)
  await boss.mouse.down()
  await boss.mouse.move(box.x + box.width - 20, box.y + box.height - 20, { steps: 8 })
  await boss.mouse.up()
  await boss.getByRole('button', { name: 'Use this signature' }).tap()
  const drawn = boss.getByRole('img', { name: 'Signature', exact: true })
  await expect(drawn).toBeVisible()
  // A dark line from corner to corner on white paper.
  const [middle, corner] = await drawn.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const paper = Object.assign(document.createElement('canvas'), { width: 900, height: 300 })
    const context = paper.getContext('2d')
    context?.drawImage(image, 0, 0)
    const at = (x: number, y: number) => [...(context?.getImageData(x - 4, y - 4, 8, 8).data ?? [])]
    return [Math.min(...at(450, 150)), Math.min(...at(880, 20))]
  })
  expect([middle ?? 255, corner]).toEqual([expect.any(Number), 255])
  expect(middle).toBeLessThan(80)
})
