import { Button } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'

/** What of a button’s words is drawn: what is cut off above and below is not. */
function drawn(label: Element): { cut: boolean; lines: number } {
  const { overflowY, fontSize } = getComputedStyle(label)
  const range = document.createRange()
  range.selectNodeContents(label)
  const letters = range.getBoundingClientRect()
  const box = label.getBoundingClientRect()
  // From the top of the highest letters to the end of those that reach below the line, a face takes a fifth more than
  // its size.
  const isWhole = box.height >= 1.2 * Number.parseFloat(fontSize)
  return { cut: overflowY !== 'visible' && !isWhole, lines: Math.round(letters.height / 24) }
}

for (const width of [320, 390, 1440])
  for (const size of ['sm', 'md'] as const)
    test(`the letters of a button are whole and in one line at ${width} px (${size})`, async () => {
      await page.viewport(width, 700)
      await show(
        <main style={{ padding: 16 }}>
          {['Régler', 'Choisir une autre image', 'Ajouter les exemples', 'Állapot beállítása'].map(text => (
            <Button key={text} size={size} leftSection={<svg width={20} height={20} aria-hidden="true" />}>
              {text}
            </Button>
          ))}
        </main>,
      )
      for (const label of document.querySelectorAll('.mantine-Button-label'))
        expect({ text: label.textContent, ...drawn(label) }).toMatchObject({ cut: false, lines: 1 })
    })
