import { Checkbox, Chip, Group, Radio } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useFormat } from '../../lib/format.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { DateField } from '../../ui/dates/DateField.tsx'
import { useWeekdays } from '../../ui/dates/useWeek.ts'
import { NumberInput } from '../../ui/fields/NumberInput.tsx'
import { Select } from '../../ui/floatingParts.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import {
  monthDayOf,
  newRule,
  type Rule,
  readRule,
  repeatUnits,
  simpleUnitOf,
  simpleUnits,
  type Weekday,
  weekdays,
  writeRule,
} from './rule.ts'
import styles from './TaskForm.module.css'
import { type TaskValues, useRuleWords } from './taskValues.ts'

/** How a task repeats: usually one choice. "Custom" shows the rule in fields, in a sentence and in its next dates. */
export function RepeatFields({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  const words = useRuleWords()
  const [recurrence, startsAt, countedFrom] = useWatch({
    control: form.control,
    name: ['recurrence', 'starts_at', 'counted_from'],
  })
  const rule = recurrence ? readRule(recurrence, startsAt) : null
  const simple = recurrence && countedFrom === 'calendar' ? simpleUnitOf(recurrence, startsAt) : null
  const [isCustom, setCustom] = useState(recurrence !== null && simple === null)
  const isOwn = recurrence !== null && !rule
  const hasFields = recurrence !== null && (isCustom || simple === null)
  const set = (next: string | null) => form.setValue('recurrence', next, { shouldDirty: true })
  const change = (changes: Partial<Rule>) => rule && set(writeRule({ ...rule, ...changes }, startsAt))
  useFollowedStart(form, isCustom)

  function choose(value: string | null) {
    if (value === 'own') return
    setCustom(value === 'custom')
    // A rule that the fields cannot show gives way to one that they can.
    if (value === 'custom') return !rule && set(writeRule(newRule('week', startsAt), startsAt))
    form.setValue('counted_from', 'calendar', { shouldDirty: true })
    const unit = simpleUnits.find(one => one === value)
    set(unit ? writeRule(newRule(unit, startsAt), startsAt) : null)
  }

  return (
    <fieldset className={styles.when}>
      <legend className={styles.legend}>{t('tasks.repeat.legend')}</legend>
      <Select
        aria-label={t('tasks.repeat.how')}
        data={[
          { value: 'never', label: t('tasks.repeat.never') },
          ...simpleUnits.map(unit => ({ value: unit, label: t(`tasks.repeat.simple.${unit}`) })),
          { value: 'custom', label: t('tasks.repeat.custom') },
          ...(isOwn ? [{ value: 'own', label: t('tasks.repeat.ownRule') }] : []),
        ]}
        allowDeselect={false}
        value={isOwn ? 'own' : hasFields ? 'custom' : (simple ?? 'never')}
        onChange={choose}
        error={form.formState.errors.recurrence?.message}
      />
      {hasFields && rule && (
        <>
          <Select
            label={t('tasks.repeat.unit')}
            data={repeatUnits.map(unit => ({ value: unit, label: t(`tasks.repeat.units.${unit}`) }))}
            allowDeselect={false}
            value={rule.unit}
            onChange={value => {
              const unit = repeatUnits.find(one => one === value)
              if (unit) set(writeRule(newRule(unit, startsAt), startsAt))
            }}
          />
          <RuleFields rule={rule} startsAt={startsAt} change={change} />
        </>
      )}
      {hasFields && (
        <Checkbox
          label={t('tasks.repeat.countFromCompletion')}
          description={t('tasks.repeat.countFromCompletionHelp')}
          checked={countedFrom === 'completion'}
          onChange={event =>
            form.setValue('counted_from', event.currentTarget.checked ? 'completion' : 'calendar', {
              shouldDirty: true,
            })
          }
        />
      )}
      {recurrence !== null && (
        <p className={styles.sentence}>{words({ recurrence, starts_at: startsAt, counted_from: countedFrom })}</p>
      )}
      {hasFields && <NextDates recurrence={recurrence} startsAt={startsAt} />}
    </fieldset>
  )
}

/** Keeps a rule of one choice on the day on which the task begins, when that day is changed. */
function useFollowedStart(form: UseFormReturn<TaskValues>, isCustom: boolean): void {
  const [recurrence, startsAt] = useWatch({ control: form.control, name: ['recurrence', 'starts_at'] })
  const before = useRef(startsAt)
  useEffect(() => {
    const unit = !isCustom && recurrence && startsAt && before.current ? simpleUnitOf(recurrence, before.current) : null
    if (unit && before.current !== startsAt) form.setValue('recurrence', writeRule(newRule(unit, startsAt), startsAt))
    if (startsAt) before.current = startsAt
  }, [form, isCustom, recurrence, startsAt])
}

type Part = { rule: Rule; startsAt: string; change: (changes: Partial<Rule>) => void }

function RuleFields({ rule, startsAt, change }: Part) {
  const { t } = useTranslation()
  const format = useFormat()
  const week = useWeekdays()
  return (
    <>
      <CountInput
        label={t(`tasks.repeat.every.${rule.unit}`)}
        max={99}
        value={rule.every}
        onChange={every => change({ every })}
      />
      {rule.unit === 'week' && (
        <Chip.Group
          multiple
          value={rule.weekdays}
          onChange={days => days.length > 0 && change({ weekdays: days as Weekday[] })}
        >
          <Group gap="xs" role="group" aria-label={t('tasks.repeat.onWhichDays')}>
            {week.map(index => (
              <Chip key={index} value={weekdays[index] ?? ''} size="md">
                {format.day(`2024-01-0${index + 1}`, { weekday: 'short' })}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {rule.unit === 'month' && (
        <Radio.Group
          label={t('tasks.repeat.onWhichDay')}
          value={rule.monthly}
          onChange={monthly => change({ monthly: monthly as Rule['monthly'] })}
        >
          <Radio value="day" label={t('tasks.repeat.onDayOfMonth', { day: String(monthDayOf(startsAt)) })} mt="xs" />
          <Radio
            value="weekday"
            label={t('tasks.repeat.onWeekdayOfMonth', { day: format.day(startsAt.slice(0, 10), { weekday: 'long' }) })}
            mt="xs"
          />
          <Radio value="last" label={t('tasks.repeat.onLastDay')} mt="xs" />
        </Radio.Group>
      )}
      <EndFields rule={rule} startsAt={startsAt} change={change} />
    </>
  )
}

type CountProps = { label: string; max: number; value: number; onChange: (count: number) => void }

/** A count from 1. It may be empty while another is typed; left empty, it is what it was. */
function CountInput({ label, max, value, onChange }: CountProps) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <NumberInput
      label={label}
      min={1}
      max={max}
      isWhole
      value={isEmpty ? null : value}
      onChange={(count, typed) => {
        setEmpty(typed.trim() === '')
        if (count !== null) onChange(count)
      }}
      onBlur={() => setEmpty(false)}
    />
  )
}

function EndFields({ rule, startsAt, change }: Part) {
  const { t } = useTranslation()
  const end = rule.until ? 'day' : rule.count ? 'count' : 'never'
  return (
    <div className={styles.times}>
      <Select
        label={t('tasks.repeat.ends')}
        allowDeselect={false}
        data={(['never', 'day', 'count'] as const).map(value => ({ value, label: t(`tasks.repeat.end.${value}`) }))}
        value={end}
        onChange={value =>
          change({
            until: value === 'day' ? `${Number(startsAt.slice(0, 4)) + 1}${startsAt.slice(4, 10)}` : null,
            count: value === 'count' ? 10 : null,
          })
        }
      />
      {end === 'day' && (
        <DateField
          label={t('tasks.repeat.lastDay')}
          required
          value={rule.until ?? ''}
          onChange={until => until && change({ until })}
        />
      )}
      {end === 'count' && (
        <CountInput
          label={t('tasks.repeat.howOften')}
          max={999}
          value={rule.count ?? 1}
          onChange={count => change({ count })}
        />
      )}
    </div>
  )
}

/** The next ten dates, as the server will make them. */
function NextDates({ recurrence, startsAt }: { recurrence: string; startsAt: string }) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const [asked] = useDebouncedValue({ recurrence, starts_at: startsAt }, 300)
  const dates = useQuery({
    ...api.tasks.preview.query({ ...asked, timezone: format.timeZone ?? 'UTC' }),
    enabled: startsAt !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (dates.error) return <ProblemText error={dates.error} />
  return (
    <section className={styles.dates} aria-label={t('tasks.repeat.nextDates')} aria-busy={dates.isFetching}>
      <h3 className={styles.legend}>{t('tasks.repeat.nextDates')}</h3>
      <ol>
        {dates.data?.map(date => (
          <li key={date}>
            <time dateTime={date}>{format.weekday(date)}</time> <span className={styles.dim}>{format.time(date)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
