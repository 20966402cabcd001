/** A form of which only some questions are asked: those that are disputed, or that failed and are looked at again. */

import type { Definition } from '#shared/forms/definition.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { AnswerProblem } from '#shared/forms/fit.ts'
import type { FollowUp } from '#shared/submissions/contract.ts'
import { askedNow, type Narrowing } from '#shared/submissions/followUps.ts'
import { Draft } from '../../answers/draft/Draft.ts'
import type { Page } from '../../answers/draft/pages.ts'
import type { AnswerStore, SubmissionHeader } from '../../answers/draft/rows.ts'

const noPages: Page[] = []

export class PartialDraft extends Draft {
  /** It is no page of the form that is shown, and it says at once what is wanted. */
  override hasSeenEnd = true
  override readonly pages = () => noPages
  private readonly narrowing: Narrowing
  /** What was asked once stays: nobody's question goes away while they answer it. */
  private readonly shown = new Set<string>()
  /** The keys that are asked now, in the form's order; the same array while they are the same. */
  readonly askedAgain: () => string[]

  constructor(
    entry: SubmissionHeader & { follows: FollowUp },
    definition: Definition,
    persister: AnswerStore,
    context: FormContext,
  ) {
    super(entry, definition, persister, context)
    const { kind, question_ids, answers } = entry.follows
    this.narrowing = { kind, question_ids, before: new FormState(this.definition, answers, context) }
    this.askedAgain = this.derived(
      () => {
        const keys = askedNow(this.state, this.narrowing, this.shown)
        for (const key of keys) this.shown.add(key)
        return keys
      },
      (one, other) => one.join() === other.join(),
    )
  }

  override problemsAt(key: string): readonly AnswerProblem[] {
    const { kind, question_ids } = this.narrowing
    const isMissing = kind === 'recheck' && question_ids.includes(key) && this.state.value(key) === undefined
    // Who looks again says how each thing is now.
    return isMissing ? [{ question_id: key, code: 'required' }] : super.problemsAt(key)
  }

  protected override findOpen(): string[] {
    const open = new Set(super.findOpen())
    return this.askedAgain().filter(key => open.has(key) || this.problemsAt(key).length > 0)
  }

  /** Disputed answers stay as they were on their day. */
  override setNow(): void {}

  /** What does not fit any more is asked again instead. */
  protected override clearUnavailableChoices(): void {}

  /** It was completed before. */
  protected override keepCompletion(): void {}
}
