import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { maxMovements } from '#shared/documents/rules.ts'
import { administration } from '../administrationApi.ts'
import { keysAfterEvent } from '../animal-events/queries.ts'
import { useFormat } from '../lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './BooksPage.module.css'

type Sent = Record<string, unknown>
type Left = Awaited<ReturnType<typeof administration.books.takeMovements>>['left'][number] & { name: string }
type Taken = { recorded: number; known: number; left: Left[] }

/** Lines that are named; the rest is counted. */
const shownLines = 20

/** Takes in the arrivals and departures of a file of another program, and says what was left out and why. */
export function MovementsIn() {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const taking = useMutation({
    mutationFn: async (file: File) => takeAll(movementsOf(await file.text())),
    // It is shown below the button.
    onError: () => undefined,
    onSettled: () => Promise.all(keysAfterEvent.map(queryKey => queries.invalidateQueries({ queryKey }))),
  })
  const reasons = {
    not_understood: t('books.left.notUnderstood'),
    unknown_animal: t('books.left.unknownAnimal'),
    unknown_group: t('books.left.unknownGroup'),
    refused: t('books.left.refused'),
  }
  const taken = taking.data
  return (
    <div className={styles.form}>
      <div className={styles.buttons}>
        <FileButton onChange={file => file && taking.mutate(file)} accept=".json,application/json">
          {props => (
            <Button
              {...props}
              size="md"
              variant="default"
              className={styles.wordy}
              leftSection={<IconFileImport size={20} />}
              loading={taking.isPending}
            >
              {t('books.takeIn')}
            </Button>
          )}
        </FileButton>
      </div>
      {taking.error && (
        <Notice kind="stop">
          <ProblemText error={taking.error} />
        </Notice>
      )}
      {taken && taken.recorded + taken.known + taken.left.length === 0 && (
        <Notice kind="attention">{t('books.noMovements')}</Notice>
      )}
      {taken && taken.recorded + taken.known > 0 && (
        <Notice kind="ok">
          {t('books.taken', { recorded: format.number(taken.recorded), known: format.number(taken.known) })}
        </Notice>
      )}
      {taken && taken.left.length > 0 && (
        <Notice kind="attention">
          {t('books.leftOut', { number: format.number(taken.left.length) })}
          <ul>
            {taken.left.slice(0, shownLines).map(({ at, because, name }) => (
              <li key={at}>
                <bdi>{name}</bdi>
                {t('common.colon')} {reasons[because]}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

/** The movements of our own export, of a collection or of a list; none where it is no JSON. */
function movementsOf(text: string): Sent[] {
  const content = parsed(text)
  const all = Array.isArray(content) ? content : (content?.events ?? content?.member ?? [])
  if (!Array.isArray(all)) return []
  return all.filter(one => /^icar(Group)?Movement(Arrival|Departure)EventResource$/.test(one?.resourceType))
}

function parsed(text: string) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return null
  }
}

/** Sends them some at a time, in their order. */
async function takeAll(movements: Sent[]): Promise<Taken> {
  const taken: Taken = { recorded: 0, known: 0, left: [] }
  for (let from = 0; from < movements.length; from += maxMovements) {
    const events = movements.slice(from, from + maxMovements)
    const some = await administration.books.takeMovements({ events })
    taken.recorded += some.recorded
    taken.known += some.known
    taken.left.push(...some.left.map(({ at, because }) => ({ at: from + at, because, name: nameOf(events[at]) })))
  }
  return taken
}

/** What a movement is of, as its program names it. */
function nameOf(movement: Sent = {}): string {
  const { animal, animalSetReference: set } = movement as {
    animal?: { id?: unknown }
    animalSetReference?: { name?: unknown; identifier?: { id?: unknown } }
  }
  return String(animal?.id ?? set?.name ?? set?.identifier?.id ?? '').slice(0, 100)
}
