import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from './componentTest.tsx'
import { useObjectUrl } from './objectUrl.ts'

const draft = new Blob(['draft'])
const drawn = new Blob(['drawn'])

function Picture() {
  const [content, setContent] = useState<Blob | undefined>(draft)
  const url = useObjectUrl(content)
  return (
    <>
      <button type="button" onClick={() => setContent(content === draft ? drawn : undefined)}>
        Next
      </button>
      <output>{url}</output>
    </>
  )
}

test('what is still loading from the picture before can go on, and no picture has no URL', async () => {
  await show(<Picture />)
  const url = () => document.querySelector('output')?.textContent ?? ''
  const press = () => document.querySelector('button')?.click()
  await vi.waitFor(() => expect(url()).toMatch(/^blob:/))
  const before = url()
  press()
  await vi.waitFor(() => expect(url()).not.toBe(before))
  const readAt = async (address: string) => (await fetch(address)).text()
  expect(await readAt(url())).toBe('drawn')
  expect(await readAt(before)).toBe('draft')
  press()
  await vi.waitFor(() => expect(url()).toBe(''))
})
