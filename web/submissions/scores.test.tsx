import i18n from 'i18next'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { Definition as DefinitionSchema } from '#shared/forms/definition.ts'
import { scoreSubmission } from '#shared/forms/scoring/scoring.ts'
import type { Submission, SubmissionDetail } from '#shared/submissions/contract.ts'
import { formatterFor } from '#shared/submissions/formatter.ts'
import { stateOf } from '#shared/submissions/report.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { ScoreBadge, ScoreFigure } from '../ui/figures/ScoreFigure.tsx'
import { SubmissionSection } from './SubmissionSection.tsx'

test('a failed critical answer leads, and no ring says 100 %', async () => {
  await show(<ScoreFigure percent={100} band="act" passed={false} criticalFailed={1} />)
  await expect.element(page.getByText('Failed: 1 critical answer')).toBeVisible()
  await expect.element(page.getByText('Act now', { exact: true })).toBeVisible()
  await expect.element(page.getByText('100%')).not.toBeInTheDocument()
  await expect.element(page.getByRole('img')).not.toBeInTheDocument()
  await expectAccessible()
})

test('without one, the ring shows the score', async () => {
  await show(<ScoreFigure percent={82} band="attention" passed criticalFailed={0} />)
  await expect.element(page.getByRole('img', { name: 'Score 82%' })).toBeVisible()
  await expect.element(page.getByText('Needs attention')).toBeVisible()
})

test('in lists, too, what failed critically is said first', async () => {
  await show(<ScoreBadge submission={{ band: 'act', score_percent: 100, critical_failed: 2 } as Submission} />)
  await expect.element(page.getByText('Failed: 2 critical answers')).toBeVisible()
  await expect.element(page.getByText('Act now')).not.toBeInTheDocument()
  await expectAccessible()
})

const definition = DefinitionSchema.parse({
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'animal',
      title: { en: 'What was seen of the animal' },
      questions: [
        { type: 'yes_no', id: 'lame', label: { en: 'Is it lame?' }, good: 'no', critical: true },
        { type: 'yes_no', id: 'eats', label: { en: 'Does it eat as usual?' }, good: 'yes', points: 4 },
        { type: 'yes_no', id: 'drinks', label: { en: 'Does it drink as usual?' }, good: 'yes', points: 4 },
      ],
    },
  ],
})

/** A section of a submission, on the narrowest phone. */
async function showSection(answers: Answers): Promise<void> {
  await page.viewport(320, 640)
  const completed_at = '2026-11-23T08:00:00.000Z'
  const submission = { definition, answers, completed_at, updated_at: completed_at, files: [], tasks: [] }
  const detail = { ...submission, score: scoreSubmission(definition, answers), follows: null } as unknown
  const words = formatterFor({ locale: 'en', timeZone: 'UTC', t: i18n.t as never }, definition)
  await show(
    <main>
      {definition.sections.map(section => (
        <SubmissionSection
          key={section.id}
          section={section}
          submission={detail as SubmissionDetail}
          state={stateOf(submission, words)}
          words={words}
        />
      ))}
    </main>,
  )
}

test('a section, too, leads with its failed critical answers, its points small beside them and all of it within a phone', async () => {
  await showSection({ lame: { value: 'yes', note: 'Hind leg' }, eats: { value: 'yes' }, drinks: { value: 'no' } })
  const head = page.getByRole('heading', { name: 'What was seen of the animal' }).element().closest('summary')
  await expect.element(page.getByText('Failed: 1 critical answer')).toBeVisible()
  expect(head?.textContent).toMatch(/Failed: 1 critical answer.*%$/)
  const size = (text: RegExp) => Number.parseFloat(getComputedStyle(page.getByText(text).element()).fontSize)
  expect(size(/^\d+%$/)).toBeLessThan(size(/^What was seen/))
  const wide = [...document.querySelectorAll('main *')].filter(one => one.getBoundingClientRect().right > 320)
  expect(wide.map(one => one.textContent)).toEqual([])
  await expectAccessible()
})

test('a section without one says its points alone', async () => {
  await showSection({ lame: { value: 'no' }, eats: { value: 'yes' }, drinks: { value: 'yes' } })
  await expect.element(page.getByText('100%')).toBeVisible()
  await expect.element(page.getByText(/critical/)).not.toBeInTheDocument()
})

test('a section whose points are all there says no 100 % beside a failed critical answer', async () => {
  await showSection({ lame: { value: 'yes' }, eats: { value: 'yes' }, drinks: { value: 'yes' } })
  await expect.element(page.getByText('Failed: 1 critical answer')).toBeVisible()
  await expect.element(page.getByText(/%$/)).not.toBeInTheDocument()
})
