import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import french from '../../locales/fr/shell.json' with { type: 'json' }
import hungarian from '../../locales/hu/shell.json' with { type: 'json' }
import { PageTabs } from './PageTabs.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

for (const [language, { places }] of Object.entries({ hungarian, french }))
  test(`the tabs above the tasks stand in one line each on the narrowest phone, which they do not widen, ${language}`, async () => {
    await page.viewport(320, 640)
    await show(
      <RouterContextProvider router={router}>
        <main style={{ padding: 16 }}>
          <PageTabs
            label="Tasks"
            tabs={[places.tasks, places.assignments, places.calendar, places.ownCalendar].map((name, index) => ({
              to: `/${index}`,
              name,
            }))}
          />
        </main>
      </RouterContextProvider>,
    )
    const words = page
      .getByRole('link')
      .elements()
      .flatMap(({ childNodes }) => [...childNodes])
    expect(words.length).toBeGreaterThan(1)
    for (const word of words) {
      const range = document.createRange()
      range.selectNodeContents(word)
      expect(range.getClientRects().length, String(word.textContent)).toBe(1)
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  })
