/** Keys that come at a menu as soon as it stands, as from quick hands or a slow device. */
import { Button, Menu } from '@mantine/core'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { MenuList } from './MenuList.tsx'

const names = ['Yes or no', 'One choice', 'Several choices', 'Number', 'Text']

async function showMenu() {
  const chosen = vi.fn()
  await show(
    <Menu>
      <Menu.Target>
        <Button>Add</Button>
      </Menu.Target>
      <MenuList>
        {names.map(name => (
          <Menu.Item key={name} onClick={() => chosen(name)}>
            {name}
          </Menu.Item>
        ))}
      </MenuList>
    </Menu>,
  )
  return chosen
}

const press = (...keys: string[]) => {
  for (const key of keys)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

/** Opens the menu and presses keys in the very moment in which something happens. */
async function open(moment: (then: () => void) => void, ...keys: string[]) {
  const pressed = new Promise<void>(resolve =>
    moment(() => {
      press(...keys)
      resolve()
    }),
  )
  await page.getByRole('button', { name: 'Add' }).click()
  await pressed
}

test('keys count that are pressed before the keyboard is in the menu, and closing gives it back', async () => {
  const chosen = await showMenu()
  const stands = (then: () => void) => {
    const changes = new MutationObserver(() => {
      if (!document.querySelector('[role="menuitem"]')) return
      changes.disconnect()
      then()
    })
    changes.observe(document.body, { childList: true, subtree: true })
  }
  await open(stands, 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await expect.element(page.getByRole('menuitem', { name: 'Number' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Number')
  await expect.element(page.getByRole('button', { name: 'Add' })).toHaveFocus()
})

test('a person who has moved on in the menu is not taken back to its first item', async () => {
  const chosen = await showMenu()
  const isThere = (then: () => void) => {
    const look = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.matches('[role="menuitem"]')) return
      document.removeEventListener('focusin', look)
      then()
    }
    document.addEventListener('focusin', look)
  }
  await open(isThere, 'End', 'ArrowUp')
  await expect.element(page.getByRole('menuitem', { name: 'Number' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Number')
})
