import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../lib/format.ts'

const decimals = [1, 2, 3, 4, 5, 6]

type Props = { value: number | undefined; onChange: (decimals: number | undefined) => void }

/** How many digits there may be after the decimal sign: as many as somebody writes, none, or so many. */
export function DecimalsField({ value, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const offered = !value || decimals.includes(value) ? decimals : [...decimals, value]
  return (
    <NativeSelect
      label={t('formProperties.decimals')}
      value={value === undefined ? '' : String(value)}
      data={[
        { value: '', label: t('formProperties.anyDecimals') },
        { value: '0', label: t('formProperties.wholeOnly') },
        ...offered.map(count => ({ value: String(count), label: format.number(count) })),
      ]}
      onChange={event => onChange(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
    />
  )
}
