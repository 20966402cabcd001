import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FormTrigger } from '#shared/forms/consequences.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useChangeDefinition, useElementNames, useFieldError, useReading, useShown } from '../../EditingContext.tsx'
import { patched } from '../../structure/content.ts'
import { newId } from '../../structure/newElements.ts'
import { repeatsAround } from '../../structure/structure.ts'
import { Fold } from '../Fold.tsx'
import styles from '../Properties.module.css'
import { EffectsFields } from './EffectsFields.tsx'
import { FormConditionFields } from './FormConditionFields.tsx'

/** What all answers together, the score or a measure set in motion. */
export function FormTriggers() {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeDefinition()
  const errorAt = useFieldError('form')
  const { definition } = useShown().state.content
  const { triggers = [] } = definition
  const put = (next: FormTrigger[], field?: string) =>
    change(before => patched(before, { triggers: next.length > 0 ? next : undefined }), field && `form ${field}`)

  return (
    <Fold part="formTriggers" title={t('formEditor.formTriggers')} isUsed={triggers.length > 0} field="triggers">
      <p className={styles.help}>{t('formProperties.formTriggersHelp')}</p>
      {triggers.map((trigger, index) => {
        const field = `triggers.${index}`
        const patch = (changes: Partial<FormTrigger>, typed?: string) =>
          put(triggers.with(index, patched(trigger, changes)), typed)
        return (
          <fieldset key={trigger.id} className={styles.item}>
            <div className={styles.beside}>
              <p className={styles.itemTitle}>
                {t('formProperties.triggerNumber', { number: format.number(index + 1) })}
              </p>
              <ActionIcon
                aria-label={t('formProperties.removeTrigger', { number: format.number(index + 1) })}
                title={t('formEditor.remove')}
                onClick={() => put(triggers.toSpliced(index, 1))}
              >
                <IconTrash size={20} />
              </ActionIcon>
            </div>
            <FormConditionFields
              condition={trigger.when}
              field={`${field}.when`}
              errorAt={errorAt}
              onChange={(when, typed) => patch({ when }, typed)}
            />
            {questionsOf(definition).length > 0 && (
              <DemandField
                demand={trigger.demand}
                field={`${field}.demand`}
                errorAt={errorAt}
                onChange={demand => patch({ demand })}
              />
            )}
            <EffectsFields effects={trigger} field={field} errorAt={errorAt} onChange={patch} />
          </fieldset>
        )
      })}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={18} />}
          disabled={triggers.length >= 100}
          onClick={() => put([...triggers, { id: newId(), when: { on: 'critical' } }])}
        >
          {t('formProperties.addTrigger')}
        </Button>
      </div>
    </Fold>
  )
}

type Demand = NonNullable<FormTrigger['demand']>
type Props = {
  demand: Demand | undefined
  field: string
  errorAt: (field: string) => string | undefined
  onChange: (demand: Demand | undefined) => void
}

const kinds = ['none', 'note', 'photo', 'both'] as const

/** A note or a photo that somebody must still add, and at which question. */
function DemandField({ demand, field, errorAt, onChange }: Props) {
  const { t } = useTranslation()
  const nameOf = useElementNames()
  const { definition } = useReading()
  const questions = questionsOf(definition).filter(
    ({ id, type }) => type !== 'hidden' && repeatsAround(definition, id).length === 0,
  )
  const kind = demand?.note && demand.photo ? 'both' : demand?.note ? 'note' : demand?.photo ? 'photo' : 'none'
  const [first] = questions

  function take(next: string) {
    const question = demand?.question ?? first?.id
    if (next === 'none' || !question) return onChange(undefined)
    onChange({ question, ...(next !== 'photo' && { note: true }), ...(next !== 'note' && { photo: true }) })
  }

  return (
    <div className={styles.items} data-field={field}>
      <NativeSelect
        label={t('formProperties.demand')}
        value={kind}
        data={kinds.map(value => ({ value, label: t(`formProperties.demands.${value}`) }))}
        onChange={event => take(event.currentTarget.value)}
      />
      {demand && (
        <NativeSelect
          label={t('formProperties.demandedAt')}
          value={demand.question}
          error={errorAt(`${field}.question`) ?? errorAt(field)}
          data={[
            ...(questions.some(({ id }) => id === demand.question)
              ? []
              : [{ value: demand.question, label: t('formLogic.gone') }]),
            ...questions.map(({ id }) => ({ value: id, label: nameOf(id) })),
          ]}
          onChange={event => onChange({ ...demand, question: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
