import { type ReactNode, useId } from 'react'

export interface RadioGroupProps<V extends string | number | boolean> {
  readonly options: readonly { readonly value: V; readonly label: ReactNode; readonly disabled?: boolean }[]
  readonly value?: V | null | undefined
  readonly onChange?: (value: V) => void
  readonly id?: string
  readonly disabled?: boolean
  /** The choices one below the other. */
  readonly isVertical?: boolean
  readonly className?: string
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-required'?: boolean
}

/** A choice of a few options that are all visible. Works inside `Field`. */
export function RadioGroup<V extends string | number | boolean>(props: RadioGroupProps<V>) {
  const { options, value, onChange, disabled = false, isVertical = false, className = '', ...rest } = props
  const name = useId()
  return (
    <div role="radiogroup" className={`k-radios ${className}`} data-vertical={isVertical || undefined} {...rest}>
      {options.map((option) => (
        <label key={String(option.value)} className="k-check">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={disabled || (option.disabled ?? false)}
            onChange={() => onChange?.(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
