import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { MultiSelect, Select } from './floatingParts.tsx'

let arrive: () => void = () => undefined
const arrival = new Promise<void>(resolve => {
  arrive = resolve
})
vi.mock('./floating.ts', async importOriginal => {
  await arrival
  return importOriginal()
})

test('a list that has not come yet is named, shows its choice and takes no letters', async () => {
  await show(
    <main>
      <h1>Animals</h1>
      <Select aria-label="Species" data={[{ value: 'sheep', label: 'Sheep' }]} value="sheep" />
      <MultiSelect label="Groups" data={['Ewes']} error="Choose a group" />
    </main>,
  )
  for (const name of ['Species', 'Groups']) await expect.element(page.getByRole('textbox', { name })).toBeDisabled()
  await expect.element(page.getByRole('textbox', { name: 'Species' })).toHaveValue('Sheep')
  await expectAccessible()
  arrive()
  await expect.element(page.getByRole('combobox', { name: 'Species' })).toHaveValue('Sheep')
  await expect.element(page.getByRole('combobox', { name: 'Groups' })).toBeEnabled()
  await expectAccessible()
})
