import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSelect } from '../../answers/FormSelect.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { type Place, SectionSelect } from './SectionSelect.tsx'

export type LinkProps = { onClosed: () => void; onPicked: (link: { href: string; name: string }) => void }

/** Picks the target of a link in a guide: a form, or a guide or one of its sections. */
export function LinkPicker({ onClosed, onPicked }: LinkProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState('form')
  const [form, setForm] = useState<{ id: number; name: string }>()
  const [place, setPlace] = useState<Place>()
  const link =
    kind === 'form'
      ? form && { href: `/submission/filling/new?form=${form.id}`, name: form.name }
      : place && { href: `/guides/${place.guideId}${place.anchor ? `#${place.anchor}` : ''}`, name: place.name }
  return (
    <SideSheet title={t('guides.tools.link')} onClosed={onClosed}>
      {close => (
        <>
          <SegmentedControl
            aria-label={t('guides.tools.link')}
            value={kind}
            data={[
              { value: 'form', label: t('guides.linkForm') },
              { value: 'section', label: t('guides.linkSection') },
            ]}
            onChange={setKind}
          />
          {kind === 'form' ? (
            <FormSelect label={t('guides.linkForm')} form={form} onChange={setForm} />
          ) : (
            <SectionSelect place={place} onChange={setPlace} />
          )}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button
              disabled={!link}
              onClick={() => {
                if (link) onPicked(link)
                close()
              }}
            >
              {t('guides.insert')}
            </Button>
          </SheetFooter>
        </>
      )}
    </SideSheet>
  )
}
