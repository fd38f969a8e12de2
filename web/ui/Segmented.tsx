import { type ReactNode, useId } from 'react'

interface SegmentedProps<V extends string | number> {
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[]
  readonly value: V
  readonly onChange: (value: V) => void
  readonly size?: 'small' | 'medium'
  readonly className?: string
  readonly 'aria-label': string
}

export function Segmented<V extends string | number>({ options, value, onChange, size = 'medium', className = '', ...rest }: SegmentedProps<V>) {
  const name = useId()
  return (
    <div role="radiogroup" className={`k-segments k-segments-${size} ${className}`} {...rest}>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? 'k-segment k-segment-on' : 'k-segment'}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
