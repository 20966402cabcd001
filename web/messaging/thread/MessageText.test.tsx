import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { MessageText } from './MessageText.tsx'

const people = [{ name: 'Ann' }, { name: 'Anna' }, { name: 'Ann Smith' }]

test('a message marks everybody who is named, and its links end where their addresses do', async () => {
  const text = 'Ask @Anna and @Ann Smith (see https://example.org/a_(b)). @Ann: „https://example.org/c“، ok'
  await show(
    <div data-testid="shown">
      <MessageText text={text} people={people} />
    </div>,
  )
  const shown = page.getByTestId('shown').element() as HTMLElement
  expect(shown.textContent).toBe(text)
  expect([...shown.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual(['@Anna', '@Ann Smith', '@Ann'])
  expect([...shown.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
    'https://example.org/a_(b)',
    'https://example.org/c',
  ])
})
