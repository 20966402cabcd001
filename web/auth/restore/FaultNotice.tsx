import { useTranslation } from 'react-i18next'
import { type RestoreFault, restoreFaults } from '#shared/accounts/restores.ts'
import { errorText } from '../../lib/errorText.ts'
import { RequestError } from '../../lib/requestError.ts'
import { isRecord } from '../../lib/storage.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Why nothing was restored; `interrupted` where tend ended while it restored. */
export type Fault = { fault: RestoreFault | 'interrupted'; details: string[]; error?: unknown }

/** The fault that a refused call names. */
export function faultOf(error: unknown): Fault {
  const data = error instanceof RequestError && isRecord(error.data) ? error.data : {}
  const fault = restoreFaults.find(one => one === data.fault)
  if (fault) return { fault, details: Array.isArray(data.details) ? data.details.map(String) : [] }
  return { fault: 'failed', details: [], error }
}

/** What happened and what to do, with the parts that it is about. */
export function FaultNotice({ fault: { fault, details, error } }: { fault: Fault }) {
  const { t } = useTranslation()
  return (
    <Notice kind="stop">
      {error === undefined ? t(`restore.fault.${fault}`) : errorText(error, t)}
      {details.map(detail => (
        <div key={detail}>
          <bdi>{detail}</bdi>
        </div>
      ))}
    </Notice>
  )
}
