import type { ReactNode } from 'react'

export type StepState = 'done' | 'now' | 'later' | 'wrong'

interface StepsProps {
  readonly items: readonly { readonly title: ReactNode; readonly note?: ReactNode; readonly state: StepState }[]
  readonly className?: string
  readonly 'aria-label'?: string
}

export function Steps({ items, className = '', ...rest }: StepsProps) {
  return (
    <ol className={`k-steps ${className}`} {...rest}>
      {items.map(({ title, note, state }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps never move.
        <li key={at} className={`k-step k-step-${state}`} {...(state === 'now' ? { 'aria-current': 'step' as const } : {})}>
          <span className="k-step-mark" aria-hidden="true">
            {state === 'done' ? '✓' : state === 'wrong' ? '!' : at + 1}
          </span>
          <span>
            {title}
            {note ? <small>{note}</small> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
