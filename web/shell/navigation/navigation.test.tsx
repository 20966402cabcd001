/** In the browser, because the features bring icons and counts along. */
import { expect, test } from 'vitest'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import type { OwnRule } from '#shared/lib/roles.ts'
import { roles } from '#shared/lib/roles.ts'
import { allows } from '#shared/lib/rules.ts'
import { features } from '../../features.ts'
import { isOpen } from '../../lib/access.ts'
import type { Feature, NavItem } from '../../lib/feature.ts'
import { bottomBarItems, currentItem, menuOf, offeredItems, tabsAt } from './navigation.ts'

const company = 7

/** What somebody with this role is offered, in the order of the features. */
function itemsOf(roleId: number, ownRules: OwnRule[] | null = null, companyId: number | null = company): NavItem[] {
  const ability = abilityOf(actorOf(1, companyId, roleId, { ownRules }))
  const can = (action: string, subject: string, row?: object) =>
    allows(
      ability,
      action,
      subject,
      row && { ...row, companyId: company, userId: 'user_id' in row ? row.user_id : undefined },
    )
  const routes = (features as readonly Feature[]).flatMap(({ routes = [] }) => routes)
  const accessOf = (to: string) =>
    routes.find(({ options }) => 'path' in options && options.path === to)?.options.staticData?.access
  const all = (features as readonly Feature[]).flatMap(({ navigation = [] }) => navigation)
  return offeredItems(
    all.filter(({ to }) => isOpen(can, accessOf(to))),
    can,
    companyId,
  )
}
const names = (items: readonly NavItem[]) => items.map(({ name }) => name)
const everyRole = Object.values(roles)

test('each role has its own items at the thumb, a guest those that are for guests', () => {
  const bar = (roleId: number) => names(bottomBarItems(menuOf(itemsOf(roleId))))
  expect(bar(roles.employee)).toEqual(['today', 'fillIn', 'messages', 'guides'])
  expect(bar(roles.manager)).toEqual(['today', 'messages', 'tasks', 'findings'])
  expect(bar(roles.guest)).toEqual(['today', 'fillIn', 'guides'])
})

test('the menu of a manager has at most twelve entries, that of a worker seven', () => {
  const menu = (roleId: number) => names(menuOf(itemsOf(roleId)))
  expect(menu(roles.manager)).toEqual([
    ...['today', 'messages', 'tasks', 'findings', 'forms', 'guides', 'reports'],
    ...['animals', 'locations', 'vehicles', 'company', 'people'],
  ])
  expect(menu(roles.employee)).toEqual(['today', 'fillIn', 'messages', 'guides', 'animals', 'locations', 'vehicles'])
  expect(menu(roles.guest)).toEqual(['today', 'fillIn', 'guides'])
})

test('what is no entry of the menu is a tab of one, and each page of it has the same tabs', () => {
  for (const role of everyRole) {
    const items = itemsOf(role)
    for (const item of items) {
      const tabs = tabsAt(item.to, items)
      expect(names(tabs.length > 0 ? tabs : [item])).toContain(item.name)
      for (const { to } of tabs) expect(tabsAt(to, items)).toEqual(tabs)
      if (!menuOf(items).includes(item)) expect(menuOf(items)).toContain(tabs[0])
    }
  }
  const tabs = (to: string) => names(tabsAt(to, itemsOf(roles.manager)))
  expect(tabs('/company/roles')).toEqual(['people', 'invitations', 'roles', 'signIn'])
  expect(tabs('/audit')).toEqual([
    ...['company', 'integrations', 'webhooks', 'passes', 'plans', 'shared', 'audit', 'seals'],
  ])
  expect(tabsAt('/animals/3', itemsOf(roles.manager))).toEqual([])
})

test('people who only fill forms in have them under one name', () => {
  expect(names(itemsOf(roles.employee))).not.toContain('forms')
  expect(names(itemsOf(roles.manager))).toContain('forms')
  const auditor = [{ action: ['read'], subject: 'Form' }]
  expect(names(itemsOf(3001, auditor))).toContain('forms')
})

test('each page lights the item that it belongs to, and no other', () => {
  const placeOf = (path: string, roleId: number) => currentItem(path, itemsOf(roleId))?.name
  for (const role of [roles.manager, roles.employee]) {
    const submissions = role === roles.manager ? 'submissions' : 'mySubmissions'
    expect(placeOf('/submission/view/9', role)).toBe(submissions)
    expect(placeOf('/submission/filled', role)).toBe(submissions)
    expect(placeOf('/submission', role)).toBe('fillIn')
    expect(placeOf('/submission/filling/0b6', role)).toBe('fillIn')
    expect(placeOf('/tasks', role)).toBe('today')
    expect(placeOf('/tasks/calendar', role)).toBe('ownCalendar')
    expect(placeOf('/animals/groups/3', role)).toBe('animalGroups')
    expect(placeOf('/animals/3', role)).toBe('animals')
    expect(placeOf('/profile', role)).toBeUndefined()
    expect(placeOf('/formsandmore', role)).toBeUndefined()
  }
  expect(placeOf('/tasks/9', roles.employee)).toBe('today')
  expect(placeOf('/tasks/9', roles.manager)).toBe('tasks')
  expect(placeOf('/company/tasks/assignments/9', roles.manager)).toBe('assignments')
  expect(placeOf('/company/users/invitations', roles.manager)).toBe('invitations')
  expect(placeOf('/pages/pricing', roles.manager)).toBe('plans')
})

test('no two items of a role have the same address or, within a group, the same name', () => {
  for (const role of everyRole) {
    const items = itemsOf(role)
    expect(new Set(items.map(({ to }) => to)).size).toBe(items.length)
    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length)
  }
})

test('an administrator has the platform’s items until a company is open, and then the company’s alone', () => {
  expect(names(itemsOf(roles.admin, null, null))).toEqual([
    ...['today', 'messages', 'dashboard', 'companies', 'keys', 'signIn', 'users', 'offers', 'audit', 'legal', 'system'],
  ])
  const within = itemsOf(roles.admin)
  expect(within.map(({ group }) => group)).not.toContain('platform')
  expect(names(within)).toEqual(expect.arrayContaining(names(itemsOf(roles.manager))))
})
