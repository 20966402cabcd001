/** Steps of the walks over many screens. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, phone, test } from '../people.ts'

/** What every screen must hold: it is there, accessible, no wider than the device, and says what to do first. */
export async function expectUsable(page: Page, where: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]'), where).toHaveCount(0)
  await test.step(where, () => expectAccessible(page))
  expect((await filledButtons(page)).slice(1), `${where} has more than one filled button`).toEqual([])
  // A phone zooms out over what is too wide: then the window says that it is as wide as that.
  const { width = 0 } = page.viewportSize() ?? {}
  expect(await tooWide(page, width), `${where} is too wide`).toEqual([])
  // The narrowest phones may give two lines to a label that is longer than they are wide.
  if (width >= phone.viewport.width) expect(await brokenLabels(page), `${where}: buttons of two lines`).toEqual([])
}

/** What reaches beyond the screen where the page does, each with the pixel it ends at. */
const tooWide = (page: Page, width: number) =>
  page.evaluate(width => {
    const { scrollWidth } = document.documentElement
    if (scrollWidth <= width) return []
    const beyond = [...document.querySelectorAll('body *')].flatMap(element => {
      const { left, right } = element.getBoundingClientRect()
      if (left >= 0 && right <= width) return []
      return `${element.tagName} ${element.className} ${left} to ${right}: ${element.textContent?.slice(0, 40)}`
    })
    return [`${scrollWidth} pixels`, ...beyond.slice(-10)]
  }, width)

/** The buttons that look like the one thing to do; of a page behind an open sheet, those of the sheet. */
const filledButtons = (page: Page) =>
  page
    .locator('.mantine-Button-root:not([data-variant]), .mantine-Button-root[data-variant="filled"]')
    .evaluateAll(buttons => {
      const sheet = document.querySelector('[role="dialog"][aria-modal="true"]')
      return buttons
        .filter(button => (sheet ? sheet.contains(button) : true) && button.checkVisibility())
        .filter(button => button.getBoundingClientRect().width > 0 && !(button as HTMLButtonElement).disabled)
        .map(button => button.textContent)
    })

/** The words of buttons that stand in more than one line. */
const brokenLabels = (page: Page) =>
  page.locator('.mantine-Button-label').evaluateAll(labels =>
    labels
      .filter(label => {
        const words = document.createRange()
        words.selectNodeContents(label)
        const tops = [...words.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
        return Math.max(...tops) - Math.min(...tops) > Number.parseFloat(getComputedStyle(label).fontSize)
      })
      .map(label => label.textContent),
  )

/** Goes there as a link does: to load the app again for each screen takes twice as long as to look at it. */
export async function arriveAt(page: Page, address: string): Promise<void> {
  const before = new URL(page.url())
  // A page that is open already may draw nothing again.
  if (before.pathname + before.search === address) return
  await page.evaluate(address => {
    for (const element of document.querySelectorAll('main *')) element.setAttribute('data-left', 'yes')
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page.locator('main :not([data-left])').first()).toBeAttached()
  await expect(page.locator('h1').first()).toBeAttached()
}
