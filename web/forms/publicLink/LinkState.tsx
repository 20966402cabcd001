import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { PublicLink } from '#shared/forms/public/publicLink.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Says when a link leads to nothing that can be filled in. */
export function LinkState({ form, link }: { form: FormDetail; link: PublicLink }) {
  const { t } = useTranslation()
  const state = stateOf(form, link)
  return state && <Notice kind="attention">{t(`publicLink.states.${state}`)}</Notice>
}

function stateOf({ status }: FormDetail, { expires_at, cap, responses }: PublicLink) {
  if (status === 'closed' || status === 'closing') return status
  if (expires_at && new Date(expires_at).getTime() < Date.now()) return 'expired'
  return cap !== null && responses >= cap ? 'full' : undefined
}
