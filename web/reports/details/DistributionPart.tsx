import { useTranslation } from 'react-i18next'
import { maxDigits } from '#shared/lib/numbers.ts'
import type { Distribution, ReportData } from '#shared/reports/data.ts'
import { digitsBetween } from '#shared/reports/words.ts'
import { useReportWords } from '../useReportWords.ts'
import { Behind } from './Behind.tsx'
import { Part } from './Part.tsx'
import styles from './Report.module.css'

/** How often each answer was given, and how numbers are spread. */
export function DistributionPart({ questions, forms }: { questions: Distribution[]; forms: ReportData['forms'] }) {
  const { t } = useTranslation()
  const words = useReportWords()
  const doubled = new Set(
    questions
      .map(({ form_id, question_id }) => `${form_id} ${question_id}`)
      .filter((key, at, all) => all.indexOf(key) !== at),
  )
  return (
    <Part part="distribution">
      {questions.map(one => (
        <div className={styles.frame} key={`${one.form_id} ${one.question_id} ${one.versions.join()}`}>
          <h3>{words.read(one.label, one.default_language)}</h3>
          <p className={styles.line}>
            {[
              forms.length > 1 && words.read(forms.find(({ id }) => id === one.form_id)?.name),
              doubled.has(`${one.form_id} ${one.question_id}`) &&
                t('reports.versions', { versions: words.formats.list(one.versions.map(String)) }),
              `${t('reports.answers')}: ${words.formats.number(one.answered)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {one.is_hidden && <p className={styles.line}>{t('reports.hidden')}</p>}
          {one.choices && <Choices question={one} choices={one.choices} />}
          {one.numbers && <Numbers numbers={one.numbers} />}
        </div>
      ))}
    </Part>
  )
}

type ChoicesProps = { question: Distribution; choices: NonNullable<Distribution['choices']> }

function Choices({ question, choices }: ChoicesProps) {
  const { t } = useTranslation()
  const words = useReportWords()
  return (
    <table className={styles.table}>
      <tbody>
        {choices.map(({ id, label, count, percent, fails }) => (
          <tr key={id}>
            <th scope="row">
              {words.choice(id, label, question.default_language)}
              {fails && ` (${t('reports.failed')})`}
            </th>
            <td width="40%">
              <span className={styles.bar} aria-hidden>
                <span style={{ inlineSize: `${percent ?? 0}%` }} data-fails={fails || undefined} />
              </span>
            </td>
            <td data-numeric>{words.percent(percent)}</td>
            <td data-numeric>
              <Behind slice={{ question: question.question_id, answer: id }}>{words.formats.number(count)}</Behind>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Numbers({ numbers }: { numbers: NonNullable<Distribution['numbers']> }) {
  const { t } = useTranslation()
  const { formats, read } = useReportWords()
  const unit = read(numbers.unit)
  const { min, max } = numbers
  const digits = digitsBetween(min, max)
  const said = (value: number, maximumFractionDigits = digits) =>
    [formats.number(value, { maximumFractionDigits }), unit].filter(Boolean).join(' ')
  const most = Math.max(1, ...numbers.bins.map(({ count }) => count))
  const isWhole = numbers.bins.every(({ from, to }) => Number.isInteger(from) && to - from === 1)
  return (
    <>
      <p className={styles.line}>
        {t('reports.mean')}: {said(numbers.mean)} · {t('reports.median')}: {said(numbers.median)} · {t('reports.range')}
        : {said(min, maxDigits)} – {said(max, maxDigits)}
      </p>
      <table className={styles.table}>
        <tbody>
          {numbers.bins.map(({ from, to, count }) => (
            <tr key={from}>
              <th scope="row">{isWhole ? said(from) : t('reports.between', { from: said(from), to: said(to) })}</th>
              <td width="50%">
                <span className={styles.bar} aria-hidden>
                  <span style={{ inlineSize: `${(count * 100) / most}%` }} />
                </span>
              </td>
              <td data-numeric>{formats.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
