/** The mark: an ear tag with a check, in the brand's orange. Decorative; the word beside it carries the name. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#f97316" />
      <path
        d="M13 6.5h6a1.5 1.5 0 0 1 1.5 1.5v3.2l3.2 3.3a3 3 0 0 1 .8 2.1V23a2.5 2.5 0 0 1-2.5 2.5H10A2.5 2.5 0 0 1 7.5 23v-6.4a3 3 0 0 1 .8-2.1l3.2-3.3V8A1.5 1.5 0 0 1 13 6.5Z"
        fill="#fff"
      />
      <circle cx="16" cy="10" r="1.5" fill="#f97316" />
      <path
        d="m11.8 18.8 2.9 2.9 5.5-5.7"
        stroke="#c2410c"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
