import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import styles from './Pricing.module.css'

/** After choosing: what was noted, who acts now, and what holds until then. */
export function ThanksPage() {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const plan = useUser()?.plan
  const { plan: id } = useSearch({ from: '/shell/pages/pricing/thanks' })
  const offers = useQuery(api.plans.offers.query())
  const chosen = offers.data?.find(offer => offer.id === (id ?? plan?.selected_plan_id))
  const name = chosen && textIn(chosen.name, toLocale(i18n.language), 'en').text
  return (
    <>
      <PageHeader title={t('plans.thanks.title')} back={{ to: '/pages/pricing', text: t('plans.pricing') }} />
      <div className={styles.thanks}>
        <ClipboardDrawing />
        <p>{name ? t('plans.thanks.noted', { plan: name }) : t('plans.thanks.notedAny')}</p>
        <ol className={styles.steps}>
          <li>{t('plans.thanks.mailed')}</li>
          <li>{t('plans.thanks.opened')}</li>
          <li>
            {plan?.is_expired
              ? t('plans.thanks.untilThenEnded')
              : plan?.end_date
                ? t('plans.thanks.untilThen', { date: format.date(plan.end_date) })
                : t('plans.thanks.untilThenOpen')}
          </li>
        </ol>
        <Button component={Link} to="/company/plans">
          {t('plans.thanks.toPlan')}
        </Button>
      </div>
    </>
  )
}
