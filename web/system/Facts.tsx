import { useTranslation } from 'react-i18next'
import { type AreaHealth, factForms } from '#shared/system/health.ts'
import { useFormat } from '../lib/format.ts'
import { usePlanWords } from '../plans/PlanState.tsx'
import styles from './Health.module.css'

type Form = 'text' | 'word' | 'number' | 'bytes' | 'seconds' | 'time' | 'hour'

/** What a light rests on; what cannot be known here says so. */
export function Facts({ health: { area, facts } }: { health: AreaHealth }) {
  const { t } = useTranslation()
  const written = useFactWords()
  const forms = Object.entries(factForms[area] as Record<string, Form>).filter(([name]) => facts[name] !== undefined)
  return (
    <details className={styles.more}>
      <summary>{t('system.more')}</summary>
      <dl className={styles.facts}>
        {forms.map(([name, form]) => (
          <div key={name}>
            <dt>{t(`system.facts.${name}` as 'system.facts.server')}</dt>
            <dd>
              <bdi>{written(form, facts[name] ?? null)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function useFactWords(): (form: Form, value: string | number | null) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const { size } = usePlanWords()
  return (form, value) => {
    if (value === null) return t('system.unknown')
    switch (form) {
      case 'text':
        return String(value)
      case 'word':
        return t(`system.words.${value}` as 'system.words.none')
      case 'number':
        return format.number(Number(value))
      case 'bytes':
        return size(Number(value))
      case 'seconds':
        return format.number(Number(value), { style: 'unit', unit: 'second', unitDisplay: 'long' })
      case 'time':
        return format.dateTime(value)
      case 'hour':
        return `${String(value).padStart(2, '0')}:00`
    }
  }
}
