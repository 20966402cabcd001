/**
 * axe on a page of a journey. Its script comes into a page once, small, and only what is read is sent back: by
 * @axe-core/playwright, which brings the whole script again each time, every look takes twice the processor time.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeWindow = { axe?: { run(context: unknown, options: RunOptions): Promise<AxeResults> } }

/**
 * What axe finds on the page, or within the elements that `within` selects: each rule with what breaks it. `only` names
 * tags or rules. Frames are looked into too; all are of the app's own origin.
 */
export async function axeFinds(page: Page, only: RunOptions['runOnly'], within?: string): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(`${script};undefined`)
  return page.evaluate(
    async ([within, options]) => {
      const { axe } = window as unknown as AxeWindow
      const results = await axe?.run(within ? { include: [[within]] } : document, options)
      if (!results) throw new Error('axe is not on the page')
      return results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    // Nobody reads what was not found.
    [within, { runOnly: only, resultTypes: ['violations'] } as RunOptions] as const,
  )
}
