import type { MeasureScore } from '../forms/scoring/score.ts'
import type { Words } from './words.ts'

/** A share as a person would say it: of how many animals, how many have it. */
export const measureInWords = ({ percent, affected, counted }: MeasureScore, { t, formats }: Words): string =>
  percent === null
    ? t('submissions.measure.none')
    : t('submissions.measure.share', {
        percent: formats.percent(percent / 100, 1),
        affected: formats.number(affected),
        counted: formats.number(counted),
      })
