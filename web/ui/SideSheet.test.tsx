import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { SideSheet } from './SideSheet.tsx'

/** What arrives after the sheet: a part that is fetched, or an answer. */
function Later({ children }: { children: React.ReactNode }) {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHere(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return isHere && children
}

const field = <input aria-label="Name" />

test('the keyboard is in the first field of a sheet, not at its cross', async () => {
  await show(
    <SideSheet title="New group" onClosed={() => undefined}>
      {() => (
        <>
          <button type="button">Help</button>
          {field}
        </>
      )}
    </SideSheet>,
  )
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  // And it stays there when the dialog sets the focus on opening.
  await new Promise(resolve => setTimeout(resolve, 200))
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
})

test('a field that comes later has it then, unless somebody went elsewhere', async () => {
  const sheet = (
    <SideSheet title="New group" onClosed={() => undefined}>
      {() => <Later>{field}</Later>}
    </SideSheet>
  )
  const anew = await show(sheet)
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  anew()
  const cross = page.getByRole('button', { name: 'Close' })
  await expect.element(cross).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(cross).toHaveFocus()
  await expect.element(page.getByLabelText('Name')).toBeVisible()
  await expect.element(cross).toHaveFocus()
})

test('where nothing is written the sheet begins with its title', async () => {
  await show(
    <SideSheet title="What was done" onClosed={() => undefined}>
      {() => <p>Nothing yet</p>}
    </SideSheet>,
  )
  await expect.element(page.getByText('What was done')).toHaveFocus()
  await expectAccessible()
})

test('of a set of radios the chosen one has the keyboard', async () => {
  await show(
    <SideSheet title="Invite" onClosed={() => undefined}>
      {() =>
        ['mail', 'link'].map(way => (
          <input key={way} type="radio" name="way" aria-label={way} value={way} defaultChecked={way === 'link'} />
        ))
      }
    </SideSheet>,
  )
  await expect.element(page.getByLabelText('link')).toHaveFocus()
})
