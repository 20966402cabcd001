import type { GuideLink } from '#shared/forms/elementFields.ts'
import { SectionSelect } from '../../../guides/editor/SectionSelect.tsx'

export type GuideProps = { guide: GuideLink | undefined; onChange: (guide: GuideLink | undefined) => void }

/** The guide, or the section of it, that whoever answers can read beside the question. */
export const GuideField = ({ guide, onChange }: GuideProps) => (
  <SectionSelect
    place={guide && { guideId: guide.guide_id, ...(guide.anchor && { anchor: guide.anchor }) }}
    onChange={place =>
      onChange(place && { guide_id: place.guideId, ...(place.anchor !== undefined && { anchor: place.anchor }) })
    }
  />
)
