import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseGuide, sectionsOf } from '#shared/guides/guideText.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../../api.ts'
import { Select } from '../../ui/floatingParts.tsx'

/** A published guide, or a section of it. */
export type Place = { guideId: number; anchor?: string; name: string }
type Props = { place: { guideId: number; anchor?: string } | undefined; onChange: (place: Place | undefined) => void }

/** Chooses a guide by its title, and then one of its sections. */
export function SectionSelect({ place, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const locale = toLocale(i18n.language)
  const chosen = useQuery({ ...api.guides.get.query({ id: place?.guideId ?? 0 }), enabled: place !== undefined }).data
  const content = chosen?.published?.content
  const title = chosen && textIn(chosen.title, locale, chosen.default_language).text
  const found = useQuery(api.guides.list.query({ per_page: 25, ...(search && search !== title && { search }) })).data
  const rows = new Map(
    [chosen, ...(found?.data ?? [])].flatMap(guide =>
      guide ? [[String(guide.id), textIn(guide.title, locale, guide.default_language).text] as const] : [],
    ),
  )
  const sections = content ? sectionsOf(parseGuide(textIn(content.body, locale, content.default_language).text)) : []
  return (
    <>
      <Select
        label={t('guides.linkGuide')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.clearSelection') }}
        nothingFoundMessage={t('common.nothingFound')}
        data={[...rows].map(([value, label]) => ({ value, label }))}
        filter={({ options }) => options}
        value={place ? String(place.guideId) : null}
        searchValue={text}
        onSearchChange={setText}
        onChange={value =>
          onChange(value === null ? undefined : { guideId: Number(value), name: rows.get(value) ?? '' })
        }
      />
      {place && sections.length > 0 && (
        <NativeSelect
          label={t('guides.linkSectionOf')}
          value={place.anchor ?? ''}
          data={[
            { value: '', label: t('guides.wholeGuide') },
            ...sections.map(({ anchor, title: words }) => ({ value: anchor, label: words })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const section = sections.find(({ anchor }) => anchor === value)
            const name = section?.title ?? title ?? ''
            onChange({ guideId: place.guideId, name, ...(section && { anchor: section.anchor }) })
          }}
        />
      )}
    </>
  )
}
