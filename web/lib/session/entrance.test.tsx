/** The way back after signing in: only paths of this very site, where an address from outside names another too. */
import { afterEach, expect, test } from 'vitest'
import { destination, entranceAddress, homePath } from './entrance.ts'

const before = location.pathname + location.search
afterEach(() => history.replaceState(null, '', before))

const askedFor = (to: string) => {
  history.replaceState(null, '', `/auth/login?${new URLSearchParams({ to })}`)
  return destination()
}

test.each([
  ['another site', 'https://evil.example/tasks'],
  ['another site without its scheme', '//evil.example/tasks'],
  ['a scheme without slashes', 'https:evil.example'],
  ['a backslash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['a tab between the slashes', '/\t/evil.example'],
  ['a line break between the slashes', '/\n/evil.example'],
  ['a space before', ' //evil.example'],
  ['a dot that goes away', '/.//evil.example'],
  ['a dot in disguise', '/%2e//evil.example'],
  ['two dots that go away', '/tasks/..//evil.example'],
  ['two dots at the root', '/..//evil.example'],
  ['somebody at another host', '//farm.example@evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a script behind a slash', '/\njavascript:alert(1)//%0aalert(1)//'],
  ['data', 'data:text/html,hello'],
  ['signing out', '/auth/logout'],
  ['signing out by dots', '/tasks/../auth/logout'],
  ['signing out in disguise', '/%61uth/logout'],
  ['signing out with a slash in disguise', '/auth%2Flogout'],
  ['a path that cannot be read', '/%E0%A4%A'],
  ['nothing', ''],
])('%s is no way back', (_, to) => {
  const back = new URL(askedFor(to), location.origin)
  expect(back.origin).toBe(location.origin)
  expect(back.pathname).not.toMatch(/auth/)
  if (!to.includes('javascript')) expect(askedFor(to)).toBe(homePath)
})

test('a path of this site is the way back with its question and its part', () => {
  expect(askedFor('/profile/security?tab=2#keys')).toBe('/profile/security?tab=2#keys')
  expect(askedFor('/authors')).toBe('/authors')
  expect(entranceAddress('/tasks?a=b')).toBe('/auth/login?to=%2Ftasks%3Fa%3Db')
})
