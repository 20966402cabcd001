/** Focus after a step through a form; a person who has moved on keeps their place. */
import { type ComponentProps, type ComponentType, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Definition } from '#shared/forms/definition.ts'
import { DraftProvider, useDraftSelector } from '../../answers/draft/DraftContext.tsx'
import { anchorOf } from '../../answers/draft/pages.ts'
import { TrialDraft, trialOf } from '../../forms/editor/preview/TrialDraft.ts'
import { show } from '../../lib/componentTest.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { StepArrivalProvider, WantedAnchorProvider } from '../pages/Anchors.tsx'
import { EndOfForm } from '../pages/EndOfForm.tsx'
import { PageView } from '../pages/PageView.tsx'

const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'walk',
      title: { en: 'Walk' },
      questions: [
        { id: 'name', type: 'text', label: { en: 'Its name' } },
        { id: 'lame', type: 'yes_no', label: { en: 'Lame?' } },
      ],
    },
    {
      id: 'more',
      title: { en: 'More' },
      same_page: true,
      visible_if: "${lame} = 'yes'",
      questions: [{ id: 'why', type: 'text', label: { en: 'Why?' } }],
    },
    { id: 'end', title: { en: 'Last things' }, questions: [{ id: 'note', type: 'text', label: { en: 'A note' } }] },
  ],
}

type Props = { End?: ComponentType<ComponentProps<typeof EndOfForm>>; anchor?: string }

/** Two pages and the end, with the way on below them, as in the screen of a form. */
function Screen({ End = EndOfForm, anchor = '' }: Props) {
  const [step, setStep] = useState(1)
  const pages = useDraftSelector(draft => draft.pages())
  const shown = pages[step - 1]
  return (
    <>
      <StepArrivalProvider step={step}>
        <WantedAnchorProvider anchor={anchor}>
          {shown ? <PageView key={shown.id} page={shown} /> : <End Link={() => null} />}
        </WantedAnchorProvider>
      </StepArrivalProvider>
      {shown ? (
        <button type="button" onClick={() => setStep(step + 1)}>
          Next
        </button>
      ) : (
        <input type="submit" value="Complete" />
      )}
    </>
  )
}

async function fill(props: Props): Promise<TrialDraft> {
  const draft = new TrialDraft(trialOf({ id: 7, company_id: 4, name: { en: 'Walk' } }), definition)
  await show(
    <DraftProvider draft={draft}>
      <Screen {...props} />
    </DraftProvider>,
  )
  return draft
}
const next = () => page.getByRole('button', { name: 'Next' }).click()

test('each step is read from its heading, the end too, and the first from where the form was opened', async () => {
  await fill({})
  await expect.element(page.getByRole('heading', { name: 'Walk' })).toBeVisible()
  expect(document.activeElement).toBe(document.body)
  await next()
  await expect.element(page.getByRole('heading', { name: 'Last things' })).toHaveFocus()
  await next()
  await expect.element(page.getByRole('heading', { name: 'All required questions answered' })).toHaveFocus()
})

test('focus on “Complete” stays there when the end of the form comes later', async () => {
  const end = Promise.withResolvers<typeof EndOfForm>()
  const draft = await fill({ End: lazyPart(() => end.promise) })
  await next()
  await next()
  const complete = page.getByRole('button', { name: 'Complete' })
  ;(complete.element() as HTMLElement).focus()
  end.resolve(EndOfForm)
  // Told by what also takes the keyboard.
  await vi.waitFor(() => expect(draft.hasSeenEnd).toBe(true))
  await expect.element(complete).toHaveFocus()
})

test('an answer that brings up a question takes nobody back, to the heading or to where they were led', async () => {
  await fill({ anchor: anchorOf('name') })
  await expect.element(page.getByRole('textbox', { name: /^Its name/ })).toHaveFocus()
  const yes = page.getByRole('radio', { name: 'Yes' })
  ;(yes.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('textbox', { name: /^Why/ })).toBeVisible()
  await expect.element(yes).toHaveFocus()
})
