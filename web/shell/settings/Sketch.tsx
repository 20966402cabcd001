/** Small pictures of what a choice looks like: a page with its navigation, drawn in the colours of the theme that it shows. */
import type { ReactNode } from 'react'
import styles from './Sketch.module.css'

type Subject = 'light' | 'dark' | 'auto' | 'default' | 'bordered' | 'vertical' | 'horizontal' | 'fluid' | 'boxed'

const Side = () => (
  <>
    <rect className={styles.surface} width="26" height="60" />
    <rect className={styles.mark} x="5" y="6" width="7" height="7" rx="2" />
    <path className={styles.word} d="M5 22h16M5 31h12M5 40h14" />
  </>
)
const Bars = () => (
  <>
    <rect className={styles.surface} width="96" height="20" />
    <rect className={styles.mark} x="5" y="4" width="7" height="7" rx="2" />
    <path className={styles.word} d="M18 7.5h18M5 16h12M21 16h12M37 16h12" />
  </>
)
const Card = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => (
  <rect className={styles.card} x={x} y={y} width={width} height={height} rx="3" />
)
const Page = () => (
  <>
    <Side />
    <Card x={33} y={8} width={56} height={20} />
    <Card x={33} y={34} width={56} height={20} />
  </>
)

const drawings: Record<Subject, ReactNode> = {
  light: <Page />,
  dark: <Page />,
  auto: <Page />,
  default: <Page />,
  bordered: <Page />,
  vertical: <Page />,
  horizontal: (
    <>
      <Bars />
      <Card x={6} y={27} width={39} height={26} />
      <Card x={51} y={27} width={39} height={26} />
    </>
  ),
  fluid: (
    <>
      <Card x={6} y={8} width={84} height={18} />
      <Card x={6} y={33} width={84} height={18} />
    </>
  ),
  boxed: (
    <>
      <Card x={26} y={8} width={44} height={18} />
      <Card x={26} y={33} width={44} height={18} />
    </>
  ),
}

export const Sketch = ({ of }: { of: Subject }) => (
  <svg viewBox="0 0 96 60" className={styles.sketch} data-of={of} aria-hidden="true">
    <rect className={styles.ground} width="96" height="60" />
    {drawings[of]}
    {of === 'auto' && (
      <g className={styles.night}>
        <rect className={styles.ground} width="96" height="60" />
        <Page />
      </g>
    )}
  </svg>
)
