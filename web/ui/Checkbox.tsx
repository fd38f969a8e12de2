import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

interface CheckboxProps extends Pick<ComponentProps<'label'>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'aria-describedby'> {
  readonly id?: string
  readonly checked?: boolean
  readonly defaultChecked?: boolean
  readonly disabled?: boolean
  /** Only some of the items that the box represents are selected. */
  readonly indeterminate?: boolean
  readonly onChange?: (event: ChangeEvent<HTMLInputElement>) => void
  readonly className?: string
  readonly tabIndex?: number
  readonly title?: string
  readonly children?: ReactNode
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
}

export function Checkbox({ indeterminate = false, className = '', title, children, onPointerEnter, onPointerLeave, onFocus, onBlur, ...input }: CheckboxProps) {
  // A disabled input fires no pointer events, so the tooltip's handlers are on the label.
  const tooltipHandlers = { onPointerEnter, onPointerLeave, onFocus, onBlur }
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={`k-check ${className}`} title={title} {...tooltipHandlers}>
      <input ref={box} type="checkbox" {...input} />
      {children === undefined || children === null ? null : <span>{children}</span>}
    </label>
  )
}

interface CheckboxGroupProps<V extends string | number> {
  readonly options: readonly { readonly value: V; readonly label: ReactNode; readonly disabled?: boolean }[]
  readonly value?: readonly V[]
  readonly onChange?: (value: V[]) => void
  readonly disabled?: boolean
  readonly className?: string
  readonly 'aria-label'?: string
}

/** Check boxes for a few choices. The value keeps the order of the choices. */
export function CheckboxGroup<V extends string | number>({ options, value = [], onChange, disabled = false, className = '', ...rest }: CheckboxGroupProps<V>) {
  const toggle = (one: V, isOn: boolean) => onChange?.(options.map((option) => option.value).filter((each) => (each === one ? isOn : value.includes(each))))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own frame and minimum width.
    <div role="group" className={`k-checks ${className}`} {...rest}>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          checked={value.includes(option.value)}
          disabled={disabled || (option.disabled ?? false)}
          onChange={(event) => toggle(option.value, event.target.checked)}
        >
          {option.label}
        </Checkbox>
      ))}
    </div>
  )
}
