import type { MeasureScore } from '../forms/scoring/score.ts'
import type { Words } from './words.ts'

/** Formats a share: affected animals of counted ones. */
export const measureInWords = ({ percent, affected, counted }: MeasureScore, { t, formats }: Words): string =>
  percent === null
    ? t('submissions.measure.none')
    : t('submissions.measure.share', {
        percent: formats.percent(percent / 100, 1),
        affected: formats.number(affected),
        counted: formats.number(counted),
      })
