import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { kindOfBytes } from './picture.ts'

/** The head of an entry whose size stands behind it, where it has to be searched for. */
function entryWithoutSize(): Buffer {
  const head = Buffer.alloc(31)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 6)
  head.writeUInt16LE(1, 26)
  head.write('a', 30)
  return head
}

test('the kind of ten megabytes of empty entries is known in no time', async () => {
  const head = entryWithoutSize()
  const bytes = Buffer.concat(Array.from({ length: Math.floor((10 * 1024 * 1024) / head.length) }, () => head))
  await kindOfBytes(head)
  const before = process.threadCpuUsage()
  expect(await kindOfBytes(bytes)).toMatchObject({ ext: 'zip' })
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(150)
})

test('a document with a large picture before its text is recognised, and so is an archive', async () => {
  const picture = randomBytes(3_000_000)
  const typed = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const types = Buffer.from(`<Types><Override ContentType="${typed}"/></Types>`)
  const entries = {
    'word/media/a.jpg': picture,
    '[Content_Types].xml': types,
    'word/document.xml': Buffer.from('<a/>'),
  }
  expect(await kindOfBytes(zipSync(entries, { level: 0 }))).toMatchObject({ ext: 'docx' })
  expect(await kindOfBytes(zipSync({ 'a.bin': picture }, { level: 0 }))).toMatchObject({ ext: 'zip' })
})
