import { Button } from '@mantine/core'
import { IconPin, IconPlus } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'

test('who listens hears of an icon only where it says something itself', async () => {
  await show(
    <main>
      <Button leftSection={<IconPlus />}>Add</Button>
      <p>
        <IconPlus /> One more
      </p>
      <IconPin role="img" aria-hidden={false} aria-label="Pinned" />
    </main>,
  )
  await expect.element(page.getByRole('img')).toHaveAccessibleName('Pinned')
})
