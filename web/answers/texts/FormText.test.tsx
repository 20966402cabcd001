/**
 * What the phone shows of labels and block texts: every beginning that was written, and lists only where a text is
 * meant as one.
 */
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Definition } from '#shared/forms/definition.ts'
import { TrialDraft, trialOf } from '../../forms/editor/preview/TrialDraft.ts'
import { show } from '../../lib/componentTest.tsx'
import { DraftProvider } from '../draft/DraftContext.tsx'
import { FormText } from './FormText.tsx'

afterEach(() => localStorage.clear())

const seen = { type: 'text' as const, id: 'seen', label: { en: 'Seen' } }
const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'walk', title: { en: 'Walk' }, questions: [seen] }],
}

async function showText(what: ReactNode, answer?: string) {
  const draft = new TrialDraft(trialOf({ id: 7, company_id: 4, name: { en: 'Check' } }), definition)
  if (answer !== undefined) draft.setValue(seen, answer)
  await show(
    <DraftProvider draft={draft}>
      <div data-testid="shown">{what}</div>
    </DraftProvider>,
  )
  return page.getByTestId('shown').element() as HTMLElement
}

test.each([
  '1. istálló',
  '3. istálló',
  '- 18 °C',
  '+ 18 °C',
  '* 18 °C',
  '# of hens',
  '12. How many?',
  '3*4*5',
  '> 5',
  '5 <b',
])('a label reads %j', async text => {
  const shown = await showText(<FormText text={{ en: text }} />)
  expect(shown.innerText).toBe(text)
})

test('an answer in a label is no markup, and lines of a label stay lines', async () => {
  const shown = await showText(
    <FormText text={{ en: '**Now:** ${seen}\n2. more' }} />,
    '- *2* [x](https://evil.example)',
  )
  expect(shown.innerText).toBe('Now: - *2* [x](https://evil.example)\n2. more')
  expect(shown.querySelector('strong')?.textContent).toBe('Now:')
  expect(shown.querySelector('a')).toBeNull()
})

test('a block text has lists, which keep their numbers', async () => {
  const shown = await showText(
    <FormText isBlock text={{ en: '2026. november 28.\n\nWords\n\n3) three\n4) four\n\n- boots' }} />,
  )
  await expect.poll(() => shown.querySelectorAll('li').length).toBe(4)
  const items = [...shown.querySelectorAll('li')]
  expect(items.map(item => [item.parentElement?.localName, item.value, item.textContent])).toEqual([
    ['ol', 2026, 'november 28.'],
    ['ol', 3, 'three'],
    ['ol', 4, 'four'],
    ['ul', 0, 'boots'],
  ])
  expect(getComputedStyle(items[1] as Element).listStyleType).toBe('"3) "')
})
