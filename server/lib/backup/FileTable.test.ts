import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { FileTable } from './FileTable.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('of 50,000 files each is found again with its own size, hash and mark, and no other is', () => {
  const table = new FileTable()
  const path = (at: number) => `${at % 7}/2026/11/${at}.jpg`
  for (let at = 0; at < 50_000; at++) table.set(path(at), { bytes: at * 1_000_003, sha256: sha256(String(at)) }, at % 3)
  for (let at = 0; at < 50_000; at += 7) {
    const found = table.find(path(at))
    expect([found?.bytes, found?.sha256, found?.mark]).toEqual([at * 1_000_003, sha256(String(at)), at % 3])
  }
  for (const other of ['', '0/2026/11/50001.jpg', '1/2026/11/0.jpg']) expect(table.find(other)).toBeNull()
})

test('what is known of a file is replaced, and a mark is kept', () => {
  const table = new FileTable()
  table.set('1/a', { bytes: 1, sha256: sha256('a') }, 2)
  table.set('1/a', { bytes: 2 ** 47, sha256: sha256('b') })
  expect([table.find('1/a')?.bytes, table.find('1/a')?.sha256, table.find('1/a')?.mark]).toEqual([
    2 ** 47,
    sha256('b'),
    0,
  ])
  const found = table.find('1/a')
  if (found) found.mark = 2
  expect(table.find('1/a')?.mark).toBe(2)
})
