import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Scoring, Section } from '#shared/forms/definition.ts'
import { questionsIn, questionsOf } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { canFail, maxPoints } from '#shared/forms/scoreAnswer.ts'
import { useFormat } from '../../../lib/format.ts'
import { SheetFooter, SideSheet } from '../../../ui/SideSheet.tsx'
import { useChangeDefinition, useElementNames, useFieldError, useShown, useWays } from '../EditingContext.tsx'
import { patched } from '../structure/content.ts'
import { FigureField, Toggle } from './fields.tsx'
import styles from './Properties.module.css'

const usualScoring: Scoring = { bands: { good: 80, attention: 60 } }
const share = { min: 0, max: 100, suffix: '%' }

/** What the points of a form come to: the bands in which a result is read, and the mark that has to be reached. */
export function ScoringProperties() {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeDefinition()
  const errorAt = useFieldError('form')
  const { definition } = useShown().state.content
  const { scoring } = definition
  const [isTableOpen, setTableOpen] = useState(false)
  const most = questionsOf(withChoices(definition)).reduce((sum, question) => sum + maxPoints(question), 0)

  const put = (edit: (scoring: Scoring) => Scoring, field: string) =>
    change(before => (before.scoring ? { ...before, scoring: edit(before.scoring) } : before), `form ${field}`)
  const putBand = (band: keyof Scoring['bands'], value: number | undefined) =>
    // A band without a limit is none: what was there stays until there is another figure.
    value !== undefined && put(before => ({ ...before, bands: { ...before.bands, [band]: value } }), band)

  return (
    <fieldset className={styles.group}>
      <legend>{t('formProperties.scoring')}</legend>
      <p className={styles.help}>{t('formProperties.maxPoints', { count: most, number: format.number(most) })}</p>
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTable size={18} />}
          onClick={() => setTableOpen(true)}
        >
          {t('formEditor.allPoints.open')}
        </Button>
      </div>
      {isTableOpen && <PointsSheet onClosed={() => setTableOpen(false)} />}
      <Toggle
        label={t('formProperties.useBands')}
        help={t('formProperties.useBandsHelp')}
        checked={scoring !== undefined}
        onChange={isScored => change(before => patched(before, { scoring: isScored ? usualScoring : undefined }))}
      />
      {scoring && (
        <>
          <div className={styles.row} data-field="scoring.bands">
            <FigureField
              {...share}
              label={t('formProperties.goodFrom')}
              field="scoring.bands.good"
              value={scoring.bands.good}
              error={errorAt('scoring.bands')}
              onChange={value => putBand('good', value)}
            />
            <FigureField
              {...share}
              label={t('formProperties.attentionFrom')}
              field="scoring.bands.attention"
              value={scoring.bands.attention}
              onChange={value => putBand('attention', value)}
            />
          </div>
          <p className={styles.help}>{t('formProperties.actBelow')}</p>
          <FigureField
            {...share}
            label={t('formProperties.passMark')}
            field="scoring.pass_percent"
            value={scoring.pass_percent}
            error={errorAt('scoring.pass_percent')}
            onChange={pass_percent => put(before => patched(before, { pass_percent }), 'pass_percent')}
          />
          <FigureField
            {...share}
            label={t('formProperties.criticalCap')}
            help={t('formProperties.criticalCapHelp')}
            field="scoring.critical_cap"
            value={scoring.critical_cap}
            onChange={critical_cap => put(before => patched(before, { critical_cap }), 'critical_cap')}
          />
        </>
      )}
    </fieldset>
  )
}

/**
 * All questions that give points or can fail, section by section, with what each can give: the whole score on one page.
 */
function PointsSheet({ onClosed }: { onClosed: () => void }) {
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
            <table className={styles.pointsSheetTable}>
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
              className={styles.pointsSheetLink}
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
