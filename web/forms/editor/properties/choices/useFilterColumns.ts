import { allNodes } from '#shared/forms/expressions/node.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import type { Question } from '#shared/forms/questions.ts'

/** The columns of choices that the filters of these questions ask for, so that they can be written beside each choice. */
export function useFilterColumns(questions: readonly Question[]): string[] {
  const names = questions.flatMap(question => {
    const { tree } = 'choices' in question && question.choice_filter ? parseExpression(question.choice_filter) : {}
    return tree ? allNodes(tree).flatMap(node => (node.kind === 'attribute' ? [node.name] : [])) : []
  })
  const written = questions.flatMap(question =>
    'choices' in question ? question.choices.flatMap(({ attributes = {} }) => Object.keys(attributes)) : [],
  )
  // Its own id is the column "name" of every choice.
  return [...new Set([...names, ...written])].filter(name => name !== 'name')
}
