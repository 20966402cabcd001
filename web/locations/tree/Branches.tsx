import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsMove, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Can } from '../../lib/ability.tsx'
import { useFormat } from '../../lib/format.ts'
import { PathLink } from '../../ui/PathLink.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from '../Locations.module.css'
import { idsWithin, stockingOf, type TreePlace } from './tree.ts'
import type { RowDrag } from './useRowDrag.ts'

type Moving = {
  /** What was taken up and waits for its place. */
  taken: TreePlace | undefined
  onTake: (place: TreePlace) => void
  onPut: (into: TreePlace) => void
  drag: RowDrag
}

/** Places beside each other, each with what is a part of it. */
export function Branches({ places, isTop, ...moving }: Moving & { places: TreePlace[]; isTop?: boolean }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.branches} {...(isTop && { 'aria-label': t('locations.tree'), onKeyDown: walk })}>
      {places.map(place => (
        <Branch key={place.id} place={place} {...moving} />
      ))}
    </ul>
  )
}

function Branch({ place, ...moving }: Moving & { place: TreePlace }) {
  const { taken, onTake, onPut, drag } = moving
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const mayTake = taken && !idsWithin(taken).includes(place.id) && taken.parent_id !== place.id
  return (
    <li>
      <div
        className={styles.treeRow}
        data-place={place.id}
        data-over={(drag.over === place.id && drag.dragged !== place.id) || undefined}
        data-taken={taken?.id === place.id || drag.dragged === place.id || undefined}
      >
        {place.parts.length > 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            data-open={isOpen || undefined}
            className={styles.fold}
            aria-expanded={isOpen}
            aria-label={t('locations.parts', { name: place.name })}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        ) : (
          <span className={styles.fold} />
        )}
        <span className={styles.name}>
          <PathLink href={`/locations/${place.id}`}>
            <bdi>{place.name}</bdi>
          </PathLink>
          <span className={styles.treeQuiet}>{t(`locations.types.${place.type}`)}</span>
          <span className={styles.stock}>
            <Stocking place={place} />
          </span>
        </span>
        <Can I="update" a="Location">
          {mayTake && (
            <Button
              variant="default"
              className={styles.button}
              size="compact-sm"
              onClick={() => onPut(place)}
              aria-label={t('locations.putInto', { into: place.name })}
            >
              {t('locations.putHere')}
            </Button>
          )}
          {!taken && (
            <>
              <Button
                variant="subtle"
                color="gray"
                className={styles.button}
                size="compact-sm"
                onClick={() => onTake(place)}
                aria-label={t('locations.moveIt', { name: place.name })}
              >
                {t('locations.move')}
              </Button>
              <span
                {...drag.handle(place.id)}
                className={styles.handle}
                title={t('locations.drag')}
                data-dragging={drag.dragged === place.id || undefined}
              >
                <IconArrowsMove size={20} />
              </span>
            </>
          )}
        </Can>
      </div>
      {isOpen && place.parts.length > 0 && <Branches places={place.parts} {...moving} />}
    </li>
  )
}

/**
 * Up and down go from location to location, wherever in a row the keyboard is; left and right close and open a branch.
 */
function walk(event: KeyboardEvent<HTMLUListElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles.treeRow}`)]
  const at = rows.findIndex(row => row.contains(event.target as Node))
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined && rows[at + step]) {
    event.preventDefault()
    rows[at + step]?.querySelector('a')?.focus()
  }
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const opens = event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')
  const closes = event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')
  const fold = rows[at]?.querySelector<HTMLElement>(`button[aria-expanded="${!opens}"]`)
  if ((opens || closes) && fold) {
    event.preventDefault()
    fold.click()
  }
}

/** The animals on a place and its parts against its capacity. Nothing where neither is known. */
export function Stocking({ place }: { place: TreePlace }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { perHead, isOver } = stockingOf(place)
  const { allHeads, capacity_heads: capacity } = place
  if (allHeads === 0 && capacity === null) return null
  const said =
    capacity === null
      ? t('locations.heads', { heads: format.number(allHeads) })
      : t('locations.headsOf', { heads: format.number(allHeads), capacity: format.number(capacity) })
  const area =
    perHead !== null && t('locations.perHead', { area: format.number(perHead, { maximumFractionDigits: 2 }) })
  const whole = area ? `${said} · ${area}` : said
  return isOver ? <StatusBadge status="attention">{whole}</StatusBadge> : <span>{whole}</span>
}
