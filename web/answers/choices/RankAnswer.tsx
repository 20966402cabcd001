import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MultipleChoiceQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../../lib/format.ts'
import { flushAndFocus } from '../../ui/keyboard.ts'
import { useAnswer, useDraft, useLocalizedText } from '../draft/DraftContext.tsx'
import styles from '../RareAnswer.module.css'
import { ChoiceWords, chosenIds, useChoices } from './OptionButton.tsx'

/**
 * Choices put in order, the first on top: each is moved by its own buttons, so that a finger, keys and those who listen
 * do the same.
 */
export function RankAnswer({ question, labelId }: { question: MultipleChoiceQuestion; labelId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const read = useLocalizedText()
  const choices = useChoices(question)
  const ranked = chosenIds(useAnswer(question.id).value)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const order = [
    ...ranked.flatMap(id => choices.find(choice => choice.id === id) ?? []),
    ...choices.filter(({ id }) => !ranked.includes(id)),
  ]
  const isWhole = order.length > 0 && ranked.length === order.length
  const keep = (ids: string[]) => draft.setValue(question, ids)

  function move(from: number, to: number) {
    const ids = order.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    const choice = order[from]
    if (moved === undefined || !choice) return
    const name = to < from ? 'up' : 'down'
    // The choice that was moved keeps the focus.
    flushAndFocus(
      () => {
        keep(ids.toSpliced(to, 0, moved))
        setSaid(t('filling.rank.moved', { name: read(choice.label), place: format.number(to + 1) }))
      },
      () => list.current?.querySelector<HTMLElement>(`li:nth-child(${to + 1}) [data-way="${name}"]:not(:disabled)`),
    )
  }

  return (
    <div className={styles.rank}>
      <ol ref={list} className={styles.list} aria-labelledby={labelId} data-open={!isWhole || undefined}>
        {order.map((choice, index) => (
          <li key={choice.id} className={styles.item}>
            <span className={styles.number} aria-hidden>
              {format.number(index + 1)}
            </span>
            <span className={styles.words}>
              <ChoiceWords choice={choice} withPicture={question.layout === 'pictures'} />
            </span>
            <ActionIcon
              variant="subtle"
              size={44}
              data-way="up"
              disabled={index === 0}
              aria-label={t('filling.rank.up', { name: read(choice.label) })}
              onClick={() => move(index, index - 1)}
            >
              <IconArrowUp size={22} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              size={44}
              data-way="down"
              disabled={index === order.length - 1}
              aria-label={t('filling.rank.down', { name: read(choice.label) })}
              onClick={() => move(index, index + 1)}
            >
              <IconArrowDown size={22} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <div role="status" className={styles.rankSaid}>
        {said}
      </div>
      {!isWhole && order.length > 0 && (
        <Button
          size="lg"
          variant="default"
          leftSection={<IconCheck size={22} />}
          onClick={() => keep(order.map(({ id }) => id))}
        >
          {t('filling.rank.keep')}
        </Button>
      )}
    </div>
  )
}
