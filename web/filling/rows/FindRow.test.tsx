/** The tag of an animal opens its row; what is read and not in the list is said. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Definition, Repeat } from '#shared/forms/definition.ts'
import { DraftProvider, useDraftSelector } from '../../answers/draft/DraftContext.tsx'
import { TrialDraft, trialOf } from '../../forms/editor/preview/TrialDraft.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { FindRow } from './AddRows.tsx'

vi.mock('../../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string) =>
    path.endsWith('/register/names')
      ? Response.json({
          ...{ since: '1 a', is_whole: true, left_out: 0 },
          rows: [
            [7, 'Bella', 'HU 30-1234'],
            [8, 'Zita', 'HU 30-9999'],
            [9, 'Nora', 'HU 30-0009'],
          ],
        })
      : Response.json({ data: [], meta: { total: 0 } }),
  ),
}))

const roster: Repeat = {
  ...{ id: 'cows', type: 'repeat', label: { en: 'Cows' } },
  rows: { from: 'animals', animal: 'cow' },
  questions: [{ id: 'cow', type: 'animal', label: { en: 'Cow' } }],
}
const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'walk', title: { en: 'Walk' }, questions: [roster] }],
}

function Shown({ onOpen }: { onOpen: (row: string) => void }) {
  const rows = useDraftSelector(({ state }) => state.rows('cows'))
  return <FindRow repeat={roster} rows={rows} onOpen={onOpen} />
}

test('the tag that a reader types opens the row of its animal', async () => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 41, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC' }))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Animal'] }]))
  const draft = new TrialDraft(trialOf({ id: 7, company_id: 4, name: { en: 'Lameness' } }), definition)
  draft.setValue({ id: 'cows' }, ['1-a7', 'by-hand'])
  draft.setValue({ id: 'cow@1-a7' }, [{ id: 7, name: 'Bella' }])
  draft.setValue({ id: 'cow@by-hand' }, [{ id: 9, name: 'Nora' }])
  const opened: string[] = []
  await show(
    <DraftProvider draft={draft}>
      <Shown onOpen={row => opened.push(row)} />
    </DraftProvider>,
  )
  const field = page.getByLabelText('Find a row by ear tag or name')
  const read = async (tag: string) => {
    await field.fill(tag)
    await userEvent.keyboard('{Enter}')
  }
  await read('HU301234')
  await vi.waitFor(() => expect(opened).toEqual(['1-a7']))
  await read('nora')
  await vi.waitFor(() => expect(opened).toEqual(['1-a7', 'by-hand']))
  await read('HU309999')
  await expect.element(page.getByText('Zita is not in this list.')).toBeVisible()
  await read('AT 5')
  await expect.element(page.getByText('Nothing has the code AT 5', { exact: false })).toBeVisible()
  await expectAccessible()
  expect(opened).toHaveLength(2)
})
