/**
 * For component tests: a component in the page's theme and an English of everything, in the same Chromium as the
 * journeys.
 */
import '../theme/startStyles.ts'
import '../theme/shellStyles.ts'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { Page } from '../theme/Page.tsx'
import { allTexts, startTexts } from './i18n.ts'

// Files take turns in one browser: what the one before left there must not sign anybody in.
localStorage.clear()
sessionStorage.clear()

let texts: Promise<unknown> | undefined

/** Shows it until the test ends; returns what shows it again, as after a reload. */
export async function show(component: ReactNode): Promise<() => void> {
  // Once for a file: to begin again is to forget what was loaded.
  texts ??= startTexts('start').then(allTexts)
  await texts
  const container = document.body.appendChild(document.createElement('div'))
  let root = createRoot(container)
  const draw = () => flushSync(() => root.render(<Page>{component}</Page>))
  draw()
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  return () => {
    root.unmount()
    root = createRoot(container)
    draw()
  }
}

/** Fails with what axe finds on what is shown, in light and in dark. */
export async function expectAccessible(): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    document.documentElement.dataset.mantineColorScheme = scheme
    // Nothing but colours changes from light to dark.
    const runOnly: axe.RunOnly =
      scheme === 'light'
        ? { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
        : { type: 'rule', values: ['color-contrast'] }
    const { violations } = await axe.run(document.body, { runOnly, resultTypes: ['violations'] })
    expect(violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes.map(({ target }) => target).join()}`)).toEqual(
      [],
    )
  }
}
