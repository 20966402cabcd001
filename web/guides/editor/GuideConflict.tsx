import { useTranslation } from 'react-i18next'
import { languages } from '#shared/lib/language.ts'
import { ConflictNotice } from '../../ui/row/ConflictNotice.tsx'
import type { SaveState } from './GuideSaving.ts'
import type { Fields, Settings } from './guideFields.ts'

type Props = { mine: Fields; conflict: NonNullable<SaveState['conflict']>; onSettle: (mine: boolean) => void }

/** Somebody else changed the same words meanwhile: both stand side by side until one is chosen. */
export function GuideConflict({ mine, conflict: { names, theirs }, onSettle }: Props) {
  const { t } = useTranslation()
  const labelOf = (name: string) => {
    const [kind, locale] = name.split('.')
    if (locale === undefined) return t(`audit.fields.${name as keyof Settings}`)
    return `${t(kind === 'title' ? 'guides.name' : 'guides.text')} (${languages.find(one => one.locale === locale)?.name ?? locale})`
  }
  const shown = (value: unknown) => (value === '' || value == null ? null : <div dir="auto">{String(value)}</div>)
  return (
    <ConflictNotice
      differences={names.map(name => ({
        field: name,
        label: labelOf(name),
        mine: shown(mine[name]),
        theirs: shown(theirs.fields[name]),
      }))}
      onKeepMine={() => onSettle(true)}
      onTakeTheirs={() => onSettle(false)}
    />
  )
}
