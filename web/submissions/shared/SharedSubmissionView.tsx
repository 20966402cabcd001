import { useTranslation } from 'react-i18next'
import type { SharedAnswer, SharedSubmission } from '#shared/shares/sharedPage.ts'
import { useFormat } from '../../lib/format.ts'
import { Captioned } from '../../ui/Captioned.tsx'
import { bandStatus } from '../../ui/figures/ScoreFigure.tsx'
import { statusIcons } from '../../ui/Notice.tsx'
import { PhotoThumb } from '../../ui/PhotoThumb.tsx'
import { usePageTitle } from '../../ui/page/pageTitle.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import summaryStyles from '../SubmissionPage.module.css'
import sectionStyles from '../SubmissionSection.module.css'

/** A submission in the words of the server: the same that its PDF says. */
export function SharedSubmissionView({ shared }: { shared: SharedSubmission }) {
  const { form, score, status, findings, sections } = shared
  usePageTitle(form.name)
  return (
    <>
      <h1 dir="auto">{form.name}</h1>
      <div className={sectionStyles.parts}>
        <Facts shared={shared} />
        {(score || status) && (
          <div className={sectionStyles.badges}>
            {score?.failed && <StatusBadge status="stop">{score.failed}</StatusBadge>}
            {score?.band && (
              <StatusBadge status={bandStatus[score.band]}>
                {[score.band_label, score.percent].filter(Boolean).join(' · ')}
              </StatusBadge>
            )}
            {status && <StatusBadge status={status.tone}>{`${status.label}: ${status.words}`}</StatusBadge>}
          </div>
        )}
        {findings.length > 0 && <Findings findings={findings} />}
        {sections.map(section => (
          <section key={section.title} className={sectionStyles.section}>
            <div className={sectionStyles.sharedSubmissionHead}>
              <h2 className={sectionStyles.title} dir="auto">
                {section.title}
              </h2>
              {section.score && <span className={sectionStyles.beside}>{section.score}</span>}
            </div>
            <dl className={sectionStyles.answers}>
              {section.answers.map((answer, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn as a whole
                <Answer key={at} answer={answer} />
              ))}
            </dl>
          </section>
        ))}
        {form.note && <p dir="auto">{form.note}</p>}
      </div>
    </>
  )
}

function Facts({ shared: { person, completed_at, subjects, score, form } }: { shared: SharedSubmission }) {
  const { t } = useTranslation()
  const format = useFormat()
  const facts = [
    [t('submissions.pdf.subjects'), format.commas(subjects)],
    [t('submissions.pdf.submitted_by'), person],
    [t('submissions.pdf.completed_at'), completed_at],
    [t('submissions.pdf.points'), score?.points],
    [t('submissions.pdf.form_version'), format.number(form.version)],
  ] as const
  return (
    <dl className={`${summaryStyles.facts} ${sectionStyles.facts}`}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Findings({ findings }: { findings: SharedSubmission['findings'] }) {
  const { t } = useTranslation()
  const Icon = statusIcons.stop
  return (
    <section className={sectionStyles.findings} aria-label={t('submissions.pdf.critical_failed')}>
      <h2 className={sectionStyles.findingsHeading}>
        <Icon size={22} />
        {t('submissions.pdf.critical_failed')}
      </h2>
      <ul className={sectionStyles.list}>
        {findings.map(({ question, answer, task }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn as a whole
          <li key={at} className={sectionStyles.finding}>
            <p className={sectionStyles.question} dir="auto">
              {question}
            </p>
            <p className={sectionStyles.findingsAnswer} dir="auto">
              {answer}
            </p>
            {task && <Task name={task} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Task({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <p className={sectionStyles.note}>
      {t('submissions.pdf.task')}
      {t('common.colon')} <bdi>{name}</bdi>
    </p>
  )
}

function Answer({
  answer: { question, hint, answer, tone, note, task, heading, pictures, captions },
}: {
  answer: SharedAnswer
}) {
  const { t } = useTranslation()
  const format = useFormat()
  if (heading !== undefined)
    return (
      <div className={sectionStyles.heading} data-depth={heading}>
        <dt>
          <bdi>{question}</bdi>
        </dt>
        <dd hidden />
      </div>
    )
  const Icon = tone && statusIcons[tone]
  return (
    <div className={sectionStyles.row}>
      <dt>
        <bdi>{question}</bdi>
        {hint && (
          <small className={sectionStyles.hint} dir="auto">
            {hint}
          </small>
        )}
      </dt>
      <dd>
        <span className={sectionStyles.answer} data-status={tone}>
          {Icon && <Icon size={18} />}
          {answer === null ? (
            <span className={sectionStyles.none}>{t('submissions.pdf.not_answered')}</span>
          ) : (
            <bdi className={sectionStyles.lines}>{answer}</bdi>
          )}
        </span>
        {note && (
          <p className={sectionStyles.note}>
            <bdi>{note}</bdi>
          </p>
        )}
        {pictures.length > 0 && (
          <div className={sectionStyles.photos}>
            {pictures.map((src, at) => {
              const alt = t('submissions.photoOf', { number: format.number(at + 1), question })
              return src ? (
                <Captioned key={src} caption={captions[at]}>
                  <PhotoThumb src={src} alt={alt} size={88} />
                </Captioned>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: it has no other name
                <span key={at}>{t('submissions.pdf.picture_missing')}</span>
              )
            })}
          </div>
        )}
        {task && <Task name={task} />}
      </dd>
    </div>
  )
}
