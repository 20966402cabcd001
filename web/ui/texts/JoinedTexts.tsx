import { Fragment } from 'react'

type JoinedTextsProps = {
  /** Those that are empty are left out. */
  texts: readonly (string | false | null | undefined)[]
  between?: string
}

/** Names and other short texts beside each other. Each keeps its own direction, so that they stand in the order of the page. */
export function JoinedTexts({ texts, between = ' · ' }: JoinedTextsProps) {
  return texts
    .filter(text => text)
    .map((text, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two of them may say the same, and none has a state
      <Fragment key={index}>
        {index > 0 && between}
        <bdi>{text}</bdi>
      </Fragment>
    ))
}
