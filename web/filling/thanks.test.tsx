/** The form's own text after sending, for members and for people without an account. */
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Definition } from '#shared/forms/definition.ts'
import { DraftProvider } from '../answers/draft/DraftContext.tsx'
import { TrialDraft, trialOf } from '../forms/editor/preview/TrialDraft.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { Ended } from './draft/Ended.tsx'
import { keepThanks, ThanksPage } from './publicForm/ends/ThanksPage.tsx'
import { newEntry } from './storage/entry.ts'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const form = { id: 7, company_id: 4, name: { en: 'Barn check' } }
const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'barn', title: { en: 'Barn' }, questions: [] }],
  settings: { thanks: { en: 'The keys go back to the office.', hu: 'A kulcsokat az irodába.' } },
}
const own = page.getByText('The keys go back to the office.')

const ended = (follows?: { uuid: string }) => {
  const entry = {
    ...newEntry({ ...trialOf(form), form_name: form.name }),
    state: 'waiting',
    ...(follows && { follows }),
  }
  return show(
    <RouterContextProvider router={router}>
      <DraftProvider draft={new TrialDraft(trialOf(form), definition)}>
        <Ended entry={entry as never} />
      </DraftProvider>
    </RouterContextProvider>,
  )
}

test('who works there reads the form’s own words once it is completed', async () => {
  await ended()
  await expect.element(own).toBeVisible()
  await expectAccessible()
})

test('a few questions asked again are not thanked for like the whole form', async () => {
  await ended({ uuid: 'another' })
  await expect.element(page.getByText('Barn check')).toBeVisible()
  await expect.element(own).not.toBeInTheDocument()
})

test('the home screen is offered once, after the first completed form, where the browser can install', async () => {
  onTestFinished(() => {
    localStorage.clear()
    globalThis.installPrompt = undefined
  })
  const offer = page.getByText(/^Add tend to your home screen/)
  await ended()
  await expect.element(own).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
  let prompts = 0
  globalThis.installPrompt = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => prompts++ })
  await ended()
  await expect.element(offer).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Add to home screen' }).click()
  expect(prompts).toBe(1)
  await expect.element(offer).not.toBeInTheDocument()
  await ended()
  await expect.poll(() => own.elements().length).toBe(3)
  await expect.element(offer).not.toBeInTheDocument()
})

test('a visitor reads them on the page of thanks', async () => {
  onTestFinished(() => sessionStorage.clear())
  keepThanks(
    { id: '7', token: 'x' },
    {
      ...{ token: 'x', company_name: 'Tanya', company_logo: null, name: form.name, default_language: 'en' },
      ...{ words: definition.settings?.thanks, languages: ['en'], score: null },
    },
  )
  await show(<ThanksPage id="7" />)
  await expect.element(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect.element(own).toBeVisible()
  await expectAccessible()
})
