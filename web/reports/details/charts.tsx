/** The charts of reports: alike in both themes, told apart by lightness as well as by colour, and drawn from the side that one reads from. */
import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { useDirection } from '@mantine/core'
import { useReportFormatter } from '../useReportWords.ts'
import styles from './Report.module.css'

export const colours = {
  bar: 'var(--chart-bar)',
  good: 'var(--chart-good)',
  attention: 'var(--chart-attention)',
  act: 'var(--chart-act)',
  grey: 'var(--chart-grey)',
}

type Row = Record<string, string | number | null>
type Series = { name: string; label: string; color: string }
type Props = { label: string; rows: Row[]; series: Series[]; height?: number }

/** The axes of a chart that is read from the right begin there. */
function useAxes(isPercent: boolean) {
  const { dir } = useDirection()
  const { formats } = useReportFormatter()
  const isRtl = dir === 'rtl'
  return {
    xAxisProps: { reversed: isRtl, interval: 'preserveStartEnd' as const, minTickGap: 12 },
    yAxisProps: {
      orientation: isRtl ? ('right' as const) : ('left' as const),
      width: 48,
      allowDecimals: false,
      ...(isPercent && { domain: [0, 100] as [number, number] }),
    },
    valueFormatter: (value: number) => (isPercent ? formats.percent(value / 100, 1) : formats.number(value)),
  }
}

/** Shares over time, from 0 to 100. */
export function ShareChart({ label, rows, series, height = 220 }: Props) {
  const axes = useAxes(true)
  return (
    <div className={styles.chart} role="img" aria-label={label} dir="ltr">
      <LineChart
        h={height}
        data={rows}
        dataKey="name"
        series={series}
        curveType="linear"
        strokeWidth={2}
        connectNulls
        withLegend={series.length > 1}
        lineProps={{ isAnimationActive: false }}
        tooltipAnimationDuration={0}
        {...axes}
      />
    </div>
  )
}

/** Counts over time, one upon the other. */
export function CountChart({ label, rows, series, height = 220 }: Props) {
  const axes = useAxes(false)
  return (
    <div className={styles.chart} role="img" aria-label={label} dir="ltr">
      <BarChart
        h={height}
        data={rows}
        dataKey="name"
        series={series}
        type="stacked"
        withLegend={series.length > 1}
        barProps={{ isAnimationActive: false, stroke: 'var(--tend-surface)' }}
        tooltipAnimationDuration={0}
        {...axes}
      />
    </div>
  )
}

/** Shares beside each other, each in a line of its own. */
export function RankChart({ label, rows, series }: Props) {
  const { dir } = useDirection()
  const { formats } = useReportFormatter()
  const isRtl = dir === 'rtl'
  return (
    <div className={styles.chart} role="img" aria-label={label} dir="ltr">
      <BarChart
        h={48 + rows.length * 36}
        data={rows}
        dataKey="name"
        series={series}
        orientation="vertical"
        withBarValueLabel
        // The figure behind a bar of 100 % stands in the chart too.
        barChartProps={{ margin: { [isRtl ? 'left' : 'right']: 48 } }}
        barProps={{ isAnimationActive: false, maxBarSize: 24 }}
        tooltipAnimationDuration={0}
        xAxisProps={{ reversed: isRtl, domain: [0, 100] }}
        yAxisProps={{ orientation: isRtl ? 'right' : 'left', width: 120 }}
        valueFormatter={value => formats.percent(value / 100, 1)}
      />
    </div>
  )
}
