/** Why a mail did not go out, in the mail server's words; `isFinal` where another try would bring the same. */
export type Refusal = { reason: string; isFinal: boolean }

/** What the mail server answered, or how it could not be reached; never where it stands. */
export function refusalOf(error: unknown): Refusal {
  const { response, responseCode, code } = error as { response?: string; responseCode?: number; code?: string }
  return { reason: (response ?? code ?? 'unknown').slice(0, 300), isFinal: (responseCode ?? 0) >= 500 }
}
