/** A bar per day, each made of parts. The table below has the figures, also for screen readers. */
import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { bandsIn, scaleUpTo } from "../../src/plot-scale.ts"
import { useWords } from "../state/language.ts"

interface Bar {
  /** The text below the bar. */
  readonly name: string
  /** From the bottom upwards, zero or more. Every bar has as many parts. */
  readonly parts: ReadonlyArray<number>
}

interface BarPlotProps {
  readonly title: string
  readonly bars: ReadonlyArray<Bar>
  /** Names of the parts, in order. */
  readonly legend: ReadonlyArray<string>
  /** A short text for a value of the scale. */
  readonly printed: (value: number) => string
  /** The plot's data as a table. */
  readonly children: ComponentChildren
}

const height = 240
const margin = { top: 10, right: 4, bottom: 26, left: 72 } as const

export const BarPlot = ({ bars, children, legend, printed, title }: BarPlotProps) => {
  const words = useWords()
  const [box, width] = useWidth()
  const most = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)))
  const up = scaleUpTo(most, 4, [height - margin.bottom, margin.top])
  const along = bandsIn(bars.length, [margin.left, width - margin.right], bars.length > 45 ? 0.1 : 0.25)
  const named = Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor(width / 110))))
  return (
    <figure class="plot">
      <figcaption>
        <h2>{title}</h2>
        <ul class="legend">
          {legend.map((name, part) => (
            <li key={name}>
              <span class={`sample part-${part}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div ref={box}>
        <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          {up.ticks.map((value) => (
            <g key={value}>
              <line class="grid" x1={margin.left} x2={width - margin.right} y1={up.of(value)} y2={up.of(value)} />
              <text x={margin.left - 6} y={up.of(value)} dy="0.32em" text-anchor="end">
                {printed(value)}
              </text>
            </g>
          ))}
          {bars.map(({ name, parts }, at) => (
            <g key={name}>
              {parts.map((value, part) => {
                const below = parts.slice(0, part).reduce((sum, one) => sum + one, 0)
                return value === 0 ? null : (
                  <rect
                    key={legend[part]}
                    class={`part-${part}`}
                    x={along.start(at)}
                    width={along.width}
                    y={up.of(below + value)}
                    height={up.of(below) - up.of(below + value)}
                  />
                )
              })}
              {at % named === 0 ? (
                <text
                  x={along.start(at) + along.width / 2}
                  y={height - 8}
                  text-anchor={at === 0 && bars.length > 1 ? "start" : "middle"}
                >
                  {name}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      </div>
      <details>
        <summary>{words.overview.asTable}</summary>
        {children}
      </details>
    </figure>
  )
}

/** The available width in pixels; it follows the window. */
const useWidth = () => {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(640)
  useEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(220, Math.floor(entry.contentRect.width)))
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return [box, width] as const
}
