import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { widthOf, withWidth } from '#shared/forms/appearance.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useFormat } from '../../../lib/format.ts'
import { useChangeElement } from '../EditingContext.tsx'
import { patched } from '../structure/patched.ts'

const offered = [1, 2, 3]

/** How much of a row a question takes, where the screen has room for several beside each other. */
export function WidthField({ question }: { question: Question }) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeElement(question)
  const width = widthOf(question)
  const columns = width === undefined || offered.includes(width) ? offered : [...offered, width]
  return (
    <NativeSelect
      data-field="appearance"
      label={t('formProperties.width')}
      description={t('formProperties.widthHelp')}
      value={width === undefined ? '' : String(width)}
      data={[
        { value: '', label: t('formProperties.wholeRow') },
        ...columns.map(value => ({
          value: String(value),
          label: t('formProperties.columns', { columns: format.number(value) }),
        })),
      ]}
      onChange={event => {
        const { value } = event.currentTarget
        change(before => patched(before, { appearance: withWidth(before, value === '' ? undefined : Number(value)) }))
      }}
    />
  )
}
