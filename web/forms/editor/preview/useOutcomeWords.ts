import { useTranslation } from 'react-i18next'
import type { Notice, OpenedTask, Outcome } from '#shared/forms/answers/outcome.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { useFormat } from '../../../lib/format.ts'
import { keyOf, usePeople } from '../properties/consequences/usePeople.ts'
import { useDurationWords } from '../words/useDurationWords.ts'

/** What a filled-in form sets in motion as lines: each task with who gets it and when it is due, each message with whom it reaches. */
export function useOutcomeWords(read: (text: LocalizedText | undefined) => string): (outcome: Outcome) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDurationWords()
  const people = usePeople().groups.flatMap(({ items }) => items)
  const nameOf = (person: Notice['to'][number]) =>
    people.find(({ value }) => value === keyOf(person))?.label ?? t('formProperties.assignees.chosen')

  const taskLine = ({ title, assignee, due_after }: OpenedTask) =>
    t('formEditor.trial.task', { title: read(title), who: nameOf(assignee), duration: duration(due_after) })

  const noticeLine = ({ to, message }: Notice) => {
    const told = { people: format.list(to.map(nameOf)), message: read(message) }
    return told.message ? t('formEditor.trial.toldSo', told) : t('formEditor.trial.told', told)
  }

  return ({ tasks, notices, subject_status: status }) => [
    ...new Set([
      ...tasks.map(taskLine),
      ...notices.map(noticeLine),
      ...(status
        ? [
            t('formLogic.says.rule', {
              rule: t('formProperties.setStatus'),
              condition: t(`formProperties.statuses.${status}`),
            }),
          ]
        : []),
    ]),
  ]
}
