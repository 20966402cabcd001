import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Section } from '#shared/forms/definition.ts'
import { questionsIn } from '#shared/forms/elements.ts'
import { canFail, maxPoints } from '#shared/forms/judge.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useFormat } from '../../lib/format.ts'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { useShown, useWays } from './EditingContext.tsx'
import styles from './PointsSheet.module.css'
import { useElementNames } from './properties/useElementNames.ts'

/** All questions that give points or can fail, section by section, with what each can give: the whole score on one page. */
export function PointsSheet({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { definition } = useShown().state.content
  const scored = withChoices(definition)
    .sections.map(section => ({ section, questions: questionsIn(section.questions).filter(isScored) }))
    .filter(({ questions }) => questions.length > 0)
  const { scoring } = definition
  return (
    <SideSheet title={t('formEditor.allPoints.title')} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          {scored.length === 0 ? (
            <p className={styles.nothing}>{t('formEditor.allPoints.unscored')}</p>
          ) : (
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('formEditor.allPoints.question')}</th>
                  <th scope="col" className={styles.figure}>
                    {t('formEditor.weight')}
                  </th>
                  <th scope="col" className={styles.figure}>
                    {t('formEditor.allPoints.most')}
                  </th>
                </tr>
              </thead>
              {scored.map(({ section, questions }) => (
                <SectionRows key={section.id} section={section} questions={questions} onGone={close} />
              ))}
              <tfoot>
                <tr>
                  <th scope="row">
                    {t('formEditor.allPoints.whole')}
                    {scoring?.pass_percent !== undefined && (
                      <span className={styles.fact}>
                        {t('formLogic.says.passMark', { percent: format.percent(scoring.pass_percent / 100, 2) })}
                      </span>
                    )}
                  </th>
                  <td />
                  <td className={styles.figure}>
                    {format.number(sumOf(scored.flatMap(({ questions }) => questions)))}
                  </td>
                </tr>
              </tfoot>
            </table>
          )}
          <SheetFooter>
            <Button onClick={close}>{t('common.close')}</Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}

const isScored = (question: Question) => maxPoints(question) > 0 || canFail(question)
const sumOf = (questions: Question[]) => questions.reduce((sum, question) => sum + maxPoints(question), 0)

type Props = { section: Section; questions: Question[]; onGone: () => void }

function SectionRows({ section, questions, onGone }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useElementNames()
  const { goTo } = useWays()
  return (
    <tbody>
      <tr className={styles.section}>
        <th scope="rowgroup">
          <bdi>{nameOf(section.id)}</bdi>
          {section.pass_percent !== undefined && (
            <span className={styles.fact}>
              {t('formLogic.says.passMark', { percent: format.percent(section.pass_percent / 100, 2) })}
            </span>
          )}
        </th>
        <td className={styles.figure}>{section.weight !== undefined && format.number(section.weight)}</td>
        <td className={styles.figure}>{format.number(sumOf(questions))}</td>
      </tr>
      {questions.map(question => (
        <tr key={question.id}>
          <td>
            <button
              type="button"
              className={styles.link}
              onClick={() => {
                onGone()
                goTo(question.id)
              }}
            >
              <bdi>{nameOf(question.id)}</bdi>
            </button>
            {'critical' in question && question.critical && <span className={styles.fact}>{t('forms.critical')}</span>}
          </td>
          <td className={styles.figure}>
            {'weight' in question && question.weight !== undefined && format.number(question.weight)}
          </td>
          <td className={styles.figure}>{format.number(maxPoints(question))}</td>
        </tr>
      ))}
    </tbody>
  )
}
