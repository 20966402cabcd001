import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every menu has its list from one place, and with it the keyboard', () => {
  const direct = globSync('web/**/*.tsx').filter(path => readFileSync(path, 'utf8').includes('<Menu.Dropdown'))
  expect(direct).toEqual(['web/ui/menu/MenuList.tsx'])
})
