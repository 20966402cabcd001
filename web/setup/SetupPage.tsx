/**
 * Sets up a company in four steps: the company, then a first location, people and forms, each of which can be skipped.
 * People who were invited or belong to another company are offered that first.
 */

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mustHaveCompany } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { valuesOf } from '../companies/CompanyFields.tsx'
import { useUser } from '../lib/session/session.ts'
import { ownCompanies } from '../shell/company.ts'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { CompanyStep, LocationStep } from './CompanyStep.tsx'
import { FormsStep } from './FormsStep.tsx'
import { guessCountry } from './guessCountry.ts'
import { JoinStep } from './JoinStep.tsx'
import { PeopleStep } from './PeopleStep.tsx'
import styles from './Setup.module.css'
import { after, forgetMade, isBefore, madeCompany, type Place, rememberMade, type Step, steps } from './steps.ts'

/** Of a new company, as the device suggests. */
function newValues() {
  const values = valuesOf(undefined)
  const country = guessCountry(navigator.languages, values.time_zone)
  return { ...values, country_id: country ? String(country.id) : null }
}

export function SetupPage() {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const { step } = useSearch({ from: '/shell/company/setup' })
  const invites = useQuery(api.invites.mine.query())
  const isNowhere = user?.hasCompany === false && mustHaveCompany(user)
  const companies = useQuery({ ...ownCompanies(), enabled: isNowhere })
  const { form, restart } = useDraftForm('company_setup', newValues())
  const made = madeCompany()
  const isMade = made !== undefined && made === user?.company_id
  const go = (place: Place, replace = false) => navigate({ to: '/company/setup', search: { step: place }, replace })

  if (invites.isPending || companies.isLoading) return <PageSkeleton />
  const own = (isNowhere && companies.data?.data) || []
  const first: Place = isMade ? 'location' : invites.data?.length || own.length ? 'join' : 'company'
  const wanted = step ?? first
  // The steps of a company that exists, or not yet: an old address leads to the present step.
  const place = isBefore(wanted) === isMade ? first : wanted
  function next(from: Step) {
    const step = after(from)
    if (step) return void go(step)
    forgetMade()
    navigate({ to: '/tasks', replace: true })
  }

  return (
    <>
      <PageHeader title={t('companies.setup.title')} isColumn />
      {steps.some(one => one === place) && <SetupProgress step={place as Step} />}
      {place === 'join' && <JoinStep companies={own} invites={invites.data ?? []} onNew={() => go('company')} />}
      {place === 'company' && (
        <CompanyStep
          form={form}
          onMade={company => {
            rememberMade(company.id)
            restart(newValues())
            go('location', true)
          }}
        />
      )}
      {place === 'location' && <LocationStep onNext={() => next('location')} />}
      {place === 'people' && <PeopleStep companyId={made ?? 0} onNext={() => next('people')} />}
      {place === 'forms' && <FormsStep companyId={made ?? 0} onNext={() => next('forms')} />}
    </>
  )
}

/** How far one is: in words, and as marks for the eye. */
function SetupProgress({ step }: { step: Step }) {
  const { t } = useTranslation()
  const reached = steps.indexOf(step)
  return (
    <div className={styles.progress}>
      <span>{t('companies.setup.progress', { step: reached + 1, of: steps.length })}</span>
      <ol className={styles.marks} aria-hidden>
        {steps.map((one, index) => (
          <li key={one} className={styles.mark} data-reached={index <= reached || undefined} />
        ))}
      </ol>
    </div>
  )
}
