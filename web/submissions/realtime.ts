import i18next from 'i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { api } from '../api.ts'
import { currentAbility } from '../lib/ability.tsx'
import { currentFormats } from '../lib/format.ts'
import { createRealtimeHandlers } from '../lib/realtime/realtimeHandlers.ts'
import { currentUser } from '../lib/session/session.ts'
import { tellNews } from '../ui/toast.tsx'

const shapes = () => import('#shared/submissions/contract.ts').then(contract => contract.submissionEvents)

export const submissionRealtimeHandlers = createRealtimeHandlers(shapes, {
  'submission.changed': (_, queries) => {
    for (const { key } of [api.submissions, api.reviews, api.corrections, api.tasks])
      queries.invalidateQueries({ queryKey: key })
  },
  'submission.completed': (submission, queries) => {
    for (const { key } of [api.submissions, api.tasks]) queries.invalidateQueries({ queryKey: key })
    const user = currentUser()
    // People who may see other people's submissions hear of them.
    const isNews = user !== null && submission.user_id !== user.id && currentAbility()('read', 'Submission', submission)
    if (isNews) tellNews(newsOf(submission), `/submission/view/${submission.id}`, submission.critical_failed > 0)
  },
})

/** "Barn 2 has a finding", or what was filled in with its score and band. */
function newsOf({ subjects, form_name, critical_failed, score_percent, band }: Submission): string {
  const { t, language } = i18next
  const form = textIn(form_name, toLocale(language), 'en').text
  const name = currentFormats().commas(subjects.map(subject => subject.name)) || form
  if (critical_failed > 0) return t('tasks.news.finding', { name })
  if (score_percent === null || band === null) return t('tasks.news.filledIn', { form, name })
  const score = currentFormats().percent(score_percent / 100)
  return t('tasks.news.scored', { name, form, score, band: t(`submissions.pdf.${band}`) })
}
