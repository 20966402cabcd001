import { Button } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ShapeQuestion } from '#shared/forms/questions.ts'
import { type Degrees, maxPoints, openPoints, pointsIn, shapeOf } from '#shared/forms/shapes.ts'
import { answerInWords } from '#shared/submissions/formatter.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useAnswer, useDraft, useWords } from './draft/DraftContext.tsx'
import { FindHere } from './FindHere.tsx'
import { findPlace } from './findPlace.ts'
import styles from './PlaceAnswer.module.css'

const PlaceMap = lazyPart(() => import('../ui/map/PlaceMap.tsx').then(part => part.PlaceMap))
const PathLayer = lazyPart(() => import('../ui/map/PathLayer.tsx').then(part => part.PathLayer))

/** A line or an area, point by point: by walking from one to the next, by taps on the map, or by Enter where its middle is. */
export function ShapeAnswer({ question }: { question: ShapeQuestion }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const words = useWords()
  const { value } = useAnswer(question.id)
  const isClosed = question.closed === true
  const pointsNow = () => {
    const text = draft.state.value(question.id)
    return openPoints((typeof text === 'string' ? pointsIn(text) : undefined) ?? [])
  }
  const points = pointsNow()
  const keep = (next: Degrees[]) => draft.setValue(question, next.length > 0 ? shapeOf(next, isClosed) : undefined)
  const add = (point: Degrees) => keep([...pointsNow(), point].slice(0, maxPoints))

  async function find() {
    const found = await findPlace(undefined, () => undefined)
    if (typeof found !== 'string') add(found)
    return found
  }

  return (
    <div className={styles.place}>
      <FindHere label={t('filling.shape.here')} find={find}>
        {points.length > 0 && answerInWords(question, { value: value ?? '' }, words)}
      </FindHere>
      <div className={styles.map}>
        <PlaceMap label={t('filling.place.map')} centre={points.at(-1)} onPick={add}>
          <PathLayer points={points} isClosed={isClosed} />
        </PlaceMap>
      </div>
      {points.length > 0 && (
        <div className={styles.tools}>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={20} />}
            onClick={() => keep(points.slice(0, -1))}
          >
            {t('filling.shape.undo')}
          </Button>
          <Button variant="default" leftSection={<IconTrash size={20} />} onClick={() => keep([])}>
            {t('filling.shape.clear')}
          </Button>
        </div>
      )}
    </div>
  )
}
