import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'

const decimals = [0, 1, 2, 3, 4, 5, 6]

type Props = { value: number | undefined; onChange: (decimals: number | undefined) => void }

/** How many digits there may be after the decimal sign; none is said by nothing. */
export function DecimalsField({ value = 0, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const offered = decimals.includes(value) ? decimals : [...decimals, value]
  return (
    <NativeSelect
      label={t('forms.decimals')}
      value={String(value)}
      data={offered.map(count => ({ value: String(count), label: format.number(count) }))}
      onChange={event => onChange(Number(event.currentTarget.value) || undefined)}
    />
  )
}
