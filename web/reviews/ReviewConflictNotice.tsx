import { useTranslation } from 'react-i18next'
import type { ReviewState } from '#shared/submissions/rules.ts'
import { ConflictNotice } from '../ui/row/ConflictNotice.tsx'
import type { ReviewConflict } from './useReviewing.ts'

type Props = {
  conflict: ReviewConflict
  /** Says mine all the same, of what it is now. */
  onKeepMine: () => void
  /** Leaves it as it is. */
  onTakeTheirs: () => void
}

/** What two people said of the same submission, side by side, with the reason that would be lost otherwise. */
export function ReviewConflictNotice({ conflict: { mine, theirs }, ...acts }: Props) {
  const { t } = useTranslation()
  const said = (state: ReviewState) => t(`reviews.states.${state}`)
  return (
    <ConflictNotice
      differences={[
        {
          field: 'state',
          label: t('reviews.title'),
          mine: said(mine.state),
          theirs: theirs.review_state && said(theirs.review_state),
        },
        ...(mine.reason
          ? [{ field: 'reason', label: t('reviews.reason'), mine: <bdi>{mine.reason}</bdi>, theirs: null }]
          : []),
      ]}
      {...acts}
    />
  )
}
