import { expect, test } from 'vitest'
import { show } from '../../lib/componentTest.tsx'
import { useFiles } from './useFiles.ts'

const text = (name: string) => new File(['First the gate'], name, { type: 'text/plain' })

test('sending while files are being read sends them too; files chosen after that stay for the next message', async () => {
  let files: ReturnType<typeof useFiles> | undefined
  const refused: string[] = []
  function Files() {
    files = useFiles(why => refused.push(why))
    return <p>{files.files.map(({ name }) => name).join()}</p>
  }
  await show(<Files />)
  files?.add([text('a.txt'), text('tool.exe')])
  files?.add([text('b.txt')])
  const sent = (await files?.settled()) ?? []
  expect([sent.map(({ name }) => name), refused]).toEqual([['a.txt', 'b.txt'], ['wrongType']])
  files?.add([text('c.txt')])
  await files?.settled()
  files?.drop(sent)
  await expect.poll(() => document.querySelector('p')?.innerText).toBe('c.txt')
})
