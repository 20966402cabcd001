import type { Company, companies } from '#shared/companies/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { languageIdOf } from '#shared/lib/language.ts'
import { currentLocale } from '../lib/locale.ts'

type Draft = InputOf<typeof companies.create>

/** What the fields of a company hold: ids as text where a choice holds them. */
export type CompanyValues = {
  name: string
  country_id: string | null
  language_id: string
  time_zone: string
  kind_of_business: Draft['kind_of_business']
  currency: string | null
  two_factor_required: boolean
  quiet_from: string | null
  quiet_to: string | null
  /** One per line. */
  root_causes: string | null
}

/** Where the browser's clock is set to. */
const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The fields of a company; of a new one, as the device suggests. */
export const valuesOf = (company: Company | undefined): CompanyValues => ({
  name: company?.name ?? '',
  country_id: company?.country_id ? String(company.country_id) : null,
  language_id: String(company?.language_id ?? languageIdOf(currentLocale())),
  time_zone: company?.time_zone ?? browserTimeZone(),
  kind_of_business: company?.kind_of_business ?? null,
  currency: company?.currency ?? null,
  two_factor_required: company?.two_factor_required ?? false,
  quiet_from: company?.quiet_from ?? null,
  quiet_to: company?.quiet_to ?? null,
  root_causes: company?.root_causes.join('\n') ?? null,
})

/** What the calls take. Without a currency it is the country's. */
export const draftOf = (values: CompanyValues): Draft => ({
  name: values.name,
  country_id: Number(values.country_id),
  language_id: Number(values.language_id),
  time_zone: values.time_zone,
  kind_of_business: values.kind_of_business ?? null,
  two_factor_required: values.two_factor_required,
  quiet_from: values.quiet_from,
  quiet_to: values.quiet_to,
  root_causes: linesOf(values.root_causes),
  ...(values.currency && { currency: values.currency }),
})

const linesOf = (text: string | null): string[] => [
  ...new Set(
    (text ?? '')
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ),
]
